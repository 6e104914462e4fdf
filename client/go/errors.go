package corridor

import "fmt"

// Error is a refusal of the service, an answer of something other than the service, or that no answer came.
type Error struct {
	// Status of HTTP; 0 without an answer.
	Status int
	// Code of the refusal, such as INVALID_REQUEST; CONNECTION: no answer came; empty where it carried none.
	Code string
	// Message without the fields at fault.
	Message   string
	RequestID string
	// Details: every field at fault.
	Details []Fault
	// DocURL: page that says what to do.
	DocURL string
	// RetryAfter: seconds after which another try is worth it; -1 where the answer said none.
	RetryAfter int
	// Cause of a lost connection.
	Cause error
}

// Fault is one field at fault.
type Fault struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string {
	text := e.Message
	for _, fault := range e.Details {
		text += fmt.Sprintf(" %s %s", fault.Field, fault.Message)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Cause }

// SignatureError says that a signature is wrong, missing or old.
type SignatureError struct{ Message string }

func (e *SignatureError) Error() string { return e.Message }

// ErrRequestExpired: a request of Corridor came after the end of its validity; a partner does nothing with it and answers 425.
var ErrRequestExpired = &SignatureError{"The request came after its time."}
