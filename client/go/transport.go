package corridor

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 20 * time.Second
	// A longer wait is left to the caller: a daily quota may take hours to reset.
	maxRetryAfterSeconds = 60
)

// File is a body that is sent as it is.
type File struct {
	ContentType string
	Content     []byte
}

// Setting of a client.
type Setting func(*transport)

// MaxRetries sets the repeats of one request after the first try; 3 by default.
func MaxRetries(count int) Setting { return func(t *transport) { t.maxRetries = count } }

// Timeout sets what one try may take; 30 s by default.
func Timeout(limit time.Duration) Setting { return func(t *transport) { t.timeout = limit } }

// Option of one request.
type Option func(*request)

// IdempotencyKey names a request for repeats; a POST has a new one by default.
func IdempotencyKey(key string) Option { return func(r *request) { r.idempotencyKey = key } }

// Strict refuses members that the service would ignore.
func Strict() Option { return func(r *request) { r.isStrict = true } }

type request struct {
	method, path   string
	query, body    any
	isRepeatable   bool
	idempotencyKey string
	isStrict       bool
	isStream       bool
}

type transport struct {
	baseURL, apiKey string
	maxRetries      int
	timeout         time.Duration
	http            *http.Client
	// For partners in signed mode, whose requests are all named: a signature is taken once, or a repeat.
	sign func(method, target string, body []byte) map[string]string
}

func newTransport(baseURL, apiKey string, settings []Setting) (*transport, error) {
	if address, err := url.Parse(baseURL); err != nil || address.Host == "" {
		return nil, fmt.Errorf("baseURL is no address: %q", baseURL)
	}
	// The key goes nowhere else: no redirect is followed.
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t := &transport{strings.TrimRight(baseURL, "/"), apiKey, 3, 30 * time.Second, &http.Client{CheckRedirect: refuse}, nil}
	for _, set := range settings {
		set(t)
	}
	return t, nil
}

// at fills escaped ids into a path. An empty id, `.` or `..` gets a leading `-`, so that it cannot address another path.
func at(path string, ids ...string) string {
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			id = "-" + id
		}
		path = strings.Replace(path, "{}", url.PathEscape(id), 1)
	}
	return path
}

// optional is a body that may be left out.
func optional[Body any](body *Body) any {
	if body == nil {
		return nil
	}
	return body
}

func targetOf(path string, query any) (string, error) {
	text, err := json.Marshal(query)
	if query == nil || err != nil {
		return path, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return "", err
	}
	asked := url.Values{}
	for name, value := range members {
		var word string
		if json.Unmarshal(value, &word) != nil {
			word = string(value)
		}
		asked.Set(name, word)
	}
	if len(asked) == 0 {
		return path, nil
	}
	return path + "?" + asked.Encode(), nil
}

func contentOf(body any) (string, []byte, error) {
	switch given := body.(type) {
	case nil:
		return "", nil, nil
	case File:
		return given.ContentType, given.Content, nil
	}
	content, err := json.Marshal(body)
	return "application/json", content, err
}

func newKey() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

// headersOf one request, the same for each of its tries.
func (t *transport) headersOf(asked request, target, contentType string, content []byte) http.Header {
	headers := http.Header{"Authorization": {"Bearer " + t.apiKey}}
	if contentType != "" {
		headers.Set("Content-Type", contentType)
	}
	key := asked.idempotencyKey
	// net/http itself resends a request that has an Idempotency-Key.
	if isNamed := asked.method == http.MethodPost && asked.isRepeatable; key == "" && (isNamed || t.sign != nil) {
		key = newKey()
	}
	if key != "" {
		headers.Set("Idempotency-Key", key)
	}
	if asked.isStrict {
		headers.Set("Prefer", "handling=strict")
	}
	if t.sign != nil {
		for name, value := range t.sign(asked.method, target, content) {
			headers.Set(name, value)
		}
	}
	return headers
}

func refusalOf(response *http.Response, body []byte, asked string) *Error {
	var wrapped struct {
		Error *struct {
			Code      string  `json:"code"`
			Message   string  `json:"message"`
			RequestID string  `json:"requestId"`
			DocURL    string  `json:"doc_url"`
			Details   []Fault `json:"details"`
		} `json:"error"`
	}
	retryAfter, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || retryAfter < 0 {
		retryAfter = -1
	}
	if json.Unmarshal(body, &wrapped) != nil || wrapped.Error == nil {
		message := fmt.Sprintf("%s was answered %d.", asked, response.StatusCode)
		return &Error{Status: response.StatusCode, Message: message, RetryAfter: retryAfter}
	}
	e := wrapped.Error
	return &Error{response.StatusCode, e.Code, e.Message, e.RequestID, e.Details, e.DocURL, retryAfter, nil}
}

// mayRetry tells whether a request may be sent again; IN_PROGRESS is the conflict with one that still runs.
func mayRetry(refusal *Error, isRepeatable bool) bool {
	if refusal.RetryAfter > maxRetryAfterSeconds {
		return false
	}
	if refusal.Status == http.StatusTooManyRequests || refusal.Code == "IN_PROGRESS" {
		return true
	}
	return isRepeatable && (refusal.Status >= 500 || refusal.Code == "CONNECTION")
}

func pauseOf(attempt int, refusal *Error) time.Duration {
	if refusal.RetryAfter >= 0 {
		return time.Duration(refusal.RetryAfter) * time.Second
	}
	growing := min(firstPause<<attempt, longestPause)
	// Half of it by chance, so that clients that failed together do not come back together.
	return growing/2 + time.Duration(mathrand.Int63n(int64(growing/2)))
}

// once makes one try; of a stream the answer is left open.
func (t *transport) once(ctx context.Context, asked request, target string, headers http.Header, content []byte) (*http.Response, []byte, *Error) {
	name := asked.method + " " + t.baseURL + asked.path
	lost := func(err error) *Error {
		if reason := (*url.Error)(nil); errors.As(err, &reason) {
			err = reason.Err
		}
		return &Error{Code: "CONNECTION", Message: fmt.Sprintf("%s got no answer: %v", name, err), RetryAfter: -1, Cause: err}
	}
	if !asked.isStream {
		limited, cancel := context.WithTimeout(ctx, t.timeout)
		defer cancel()
		ctx = limited
	}
	try, err := http.NewRequestWithContext(ctx, asked.method, t.baseURL+target, bytes.NewReader(content))
	if err != nil {
		return nil, nil, lost(err)
	}
	try.Header = headers
	response, err := t.http.Do(try)
	if err != nil {
		return nil, nil, lost(err)
	}
	if asked.isStream && response.StatusCode == http.StatusOK {
		return response, nil, nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, lost(err)
	}
	if response.StatusCode >= 300 {
		return nil, nil, refusalOf(response, body, name)
	}
	return response, body, nil
}

func (t *transport) answer(ctx context.Context, asked request, options []Option) (*http.Response, []byte, error) {
	for _, set := range options {
		set(&asked)
	}
	target, err := targetOf(asked.path, asked.query)
	if err != nil {
		return nil, nil, err
	}
	contentType, content, err := contentOf(asked.body)
	if err != nil {
		return nil, nil, err
	}
	headers := t.headersOf(asked, target, contentType, content)
	isRepeatable := asked.isRepeatable || asked.method != http.MethodPost || asked.idempotencyKey != ""
	for attempt := 0; ; attempt++ {
		response, body, refusal := t.once(ctx, asked, target, headers, content)
		if refusal == nil {
			return response, body, nil
		}
		if attempt >= t.maxRetries || ctx.Err() != nil || !mayRetry(refusal, isRepeatable) {
			return nil, nil, refusal
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(pauseOf(attempt, refusal)):
		}
	}
}

func (t *transport) send(ctx context.Context, asked request, options ...Option) ([]byte, error) {
	_, body, err := t.answer(ctx, asked, options)
	return body, err
}

func (t *transport) nothing(ctx context.Context, asked request, options ...Option) error {
	_, err := t.send(ctx, asked, options...)
	return err
}

// answerOfValue reads the JSON of an answer.
func answerOfValue[Answer any](ctx context.Context, t *transport, asked request, options ...Option) (Answer, error) {
	var answer Answer
	body, err := t.send(ctx, asked, options...)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(body, &answer)
}

func answerOf[Answer any](ctx context.Context, t *transport, asked request, options ...Option) (*Answer, error) {
	return answerOfValue[*Answer](ctx, t, asked, options...)
}

// dataOf reads `data` of an answer that is wrapped.
func dataOf[Data any](ctx context.Context, t *transport, asked request, options ...Option) (*Data, error) {
	return dataOfValue[*Data](ctx, t, asked, options...)
}

func dataOfValue[Data any](ctx context.Context, t *transport, asked request, options ...Option) (Data, error) {
	wrapped, err := answerOfValue[struct{ Data Data }](ctx, t, asked, options...)
	return wrapped.Data, err
}

// nextQuery is the query of a later page: a cursor takes the place of where the list began.
func nextQuery(target, cursor string) map[string]string {
	_, text, _ := strings.Cut(target, "?")
	values, _ := url.ParseQuery(text)
	query := map[string]string{"cursor": cursor}
	for name := range values {
		if name != "after" {
			query[name] = values.Get(name)
		}
	}
	return query
}
