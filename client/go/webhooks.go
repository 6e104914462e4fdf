package corridor

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A delivery that is older, or of a later clock, may be a replay.
const toleranceSeconds = 300

// WebhookEvent is a verified delivery; Data is read by its Type.
type WebhookEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// checkAge tells what is wrong with a time in seconds, unless it is at most five minutes from now.
func checkAge(timestamp string, now time.Time, what string) error {
	if timestamp == "" {
		return &SignatureError{fmt.Sprintf("The %s has no timestamp.", what)}
	}
	at, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil {
		return &SignatureError{fmt.Sprintf("The timestamp of the %s is no number of seconds.", what)}
	}
	age := float64(now.UnixMilli())/1000 - float64(at)
	if math.Abs(age) <= toleranceSeconds {
		return nil
	}
	if age > 0 {
		return &SignatureError{fmt.Sprintf("The %s is older than five minutes.", what)}
	}
	return &SignatureError{fmt.Sprintf("The %s is of a clock that is more than five minutes ahead.", what)}
}

func hmacOf(key []byte, head string, body []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(head))
	hash.Write(body)
	return hash.Sum(nil)
}

// VerifyWebhook verifies a delivery by its Standard Webhooks signature and gives the event. rawBody: the bytes as they came,
// before anything parsed them; secret: of the subscription, whsec_... A *SignatureError unless it is genuine and fresh.
func VerifyWebhook(rawBody []byte, headers http.Header, secret string) (*WebhookEvent, error) {
	timestamp := headers.Get("webhook-timestamp")
	if err := checkAge(timestamp, time.Now(), "delivery"); err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, fmt.Errorf("the secret is not one of a subscription: %w", err)
	}
	expected := hmacOf(key, headers.Get("webhook-id")+"."+timestamp+".", rawBody)
	// While a secret is rotated the header lists one signature for each, separated by spaces.
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err != nil || !hmac.Equal(given, expected) {
			continue
		}
		var event WebhookEvent
		return &event, json.Unmarshal(rawBody, &event)
	}
	return nil, &SignatureError{"The signature of the delivery does not verify."}
}
