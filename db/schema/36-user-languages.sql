-- The language that a person chose for the console, by its tag (BCP 47); null where none was chosen. Source: docs/GAPS.md#A10
alter table users add column if not exists language text check (length(language) between 2 and 35);
