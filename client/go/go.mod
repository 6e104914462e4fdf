module corridor.example/client

go 1.23
