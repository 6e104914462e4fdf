package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		headers := http.Header{}
		headers.Set("webhook-id", fields[1])
		headers.Set("webhook-timestamp", fields[2])
		headers.Set("webhook-signature", fields[3])
		body, _ := base64.StdEncoding.DecodeString(fields[4])
		fmt.Println(IsGenuine(fields[0], headers, body, time.Now()))
	}
}
