package corridor

import (
	"crypto/hmac"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// PartnerClient is the settlement partner's side: reports, settlements, what it was given, and whether a request came from
// Corridor. A repeat of a report changes nothing.
type PartnerClient struct {
	partnerOperations
	secret []byte
}

// NewPartnerClient makes the partner's side; secret: the partner's signing secret.
func NewPartnerClient(baseURL, apiKey, secret string, settings ...Setting) (*PartnerClient, error) {
	t, err := newTransport(baseURL, apiKey, settings)
	if err != nil {
		return nil, err
	}
	key := []byte(secret)
	t.sign = func(method, target string, body []byte) map[string]string {
		timestamp := strconv.FormatInt(time.Now().Unix(), 10)
		signature := hmacOf(key, timestamp+"."+method+"."+target+".", body)
		return map[string]string{
			"X-Partner-Timestamp": timestamp,
			"X-Partner-Signature": "v1=" + hex.EncodeToString(signature),
		}
	}
	return &PartnerClient{partnerOperations{t}, key}, nil
}

// VerifyRequest gives a *SignatureError unless Corridor sent the request within five minutes, and ErrRequestExpired for what
// comes after its X-Corridor-Valid-Until: answer 425, and Corridor asks or sends again. target: path of the request line, with
// the query.
func (p *PartnerClient) VerifyRequest(method, target string, headers http.Header, rawBody []byte) error {
	now := time.Now()
	timestamp, until := headers.Get("x-corridor-timestamp"), headers.Get("x-corridor-valid-until")
	if err := checkAge(timestamp, now, "request"); err != nil {
		return err
	}
	expected := hmacOf(p.secret, timestamp+"."+until+"."+method+"."+target+".", rawBody)
	for _, signature := range strings.Split(headers.Get("x-corridor-signature"), ",") {
		text, isOurs := strings.CutPrefix(strings.TrimSpace(signature), "v2=")
		given, err := hex.DecodeString(text)
		if !isOurs || err != nil || !hmac.Equal(given, expected) {
			continue
		}
		if last, err := strconv.ParseInt(until, 10, 64); err != nil || now.After(time.Unix(last, 0)) {
			return ErrRequestExpired
		}
		return nil
	}
	return &SignatureError{"The signature of the request does not verify."}
}
