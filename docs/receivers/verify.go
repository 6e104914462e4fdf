package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// IsGenuine tells whether a delivery is from Corridor: one of the signatures fits, and it is at most five minutes old.
// body holds the bytes as they came, before anything parses them.
func IsGenuine(secret string, headers http.Header, body []byte, now time.Time) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(now.Unix()-seconds)) > toleranceSeconds {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret is rotated the header lists one signature for each, separated by spaces.
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}
