// Package corridor is a client of the Corridor API: every operation, in groups, with retries under one Idempotency-Key, lists
// over all pages, and verified webhooks.
package corridor

import (
	"bufio"
	"context"
	"encoding/json"
	"iter"
	"strings"
)

// Client has every operation; operator operations need an operator key.
type Client struct{ Root }

// New makes a client of the service at baseURL for the owner of apiKey.
func New(baseURL, apiKey string, settings ...Setting) (*Client, error) {
	t, err := newTransport(baseURL, apiKey, settings)
	if err != nil {
		return nil, err
	}
	return &Client{newRoot(t)}, nil
}

// Request makes any request, with the retries of the others, and gives the bytes of its answer. query: a struct or a map of
// what is asked, or nil; body: sent as JSON, a File as it is, or nil. Without an IdempotencyKey a POST is not sent again when no
// answer came.
func (c *Client) Request(ctx context.Context, method, path string, query, body any, options ...Option) ([]byte, error) {
	return c.transport.send(ctx, request{method: method, path: path, query: query, body: body}, options...)
}

// Pages is a list: All gives every item, a page at a time as they are asked for; Page gives one page.
type Pages[Item, Page any] struct {
	transport *transport
	asked     request
	isWrapped bool
}

func (p Pages[Item, Page]) read(ctx context.Context, cursor string) (json.RawMessage, error) {
	asked := p.asked
	if cursor != "" {
		target, err := targetOf(asked.path, asked.query)
		if err != nil {
			return nil, err
		}
		asked.query = nextQuery(target, cursor)
	}
	if p.isWrapped {
		return dataOfValue[json.RawMessage](ctx, p.transport, asked)
	}
	return p.transport.send(ctx, asked)
}

// Page gives the page at a cursor, NextCursor of the page before; the first one for "".
func (p Pages[Item, Page]) Page(ctx context.Context, cursor string) (*Page, error) {
	text, err := p.read(ctx, cursor)
	if err != nil {
		return nil, err
	}
	var page Page
	return &page, json.Unmarshal(text, &page)
}

// All gives every item; an error is the last that it gives.
func (p Pages[Item, Page]) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for cursor := ""; ; {
			var page struct {
				Items, Data []Item
				NextCursor  string `json:"nextCursor"`
				Next        string `json:"next_cursor"`
			}
			text, err := p.read(ctx, cursor)
			if err == nil {
				err = json.Unmarshal(text, &page)
			}
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range append(page.Items, page.Data...) {
				if !yield(item, nil) {
					return
				}
			}
			if cursor = page.NextCursor + page.Next; cursor == "" {
				return
			}
		}
	}
}

// StreamedEvent is an event of the log; of a stream of a subscription, its delivery as it would be sent.
type StreamedEvent struct {
	// ID: After of a stream that goes on from here.
	ID   string
	Type string
	Data json.RawMessage
}

// Stream of server-sent events until the service ends it.
type Stream struct {
	transport *transport
	asked     request
}

// All gives the events as they come; an error is the last that it gives.
func (s Stream) All(ctx context.Context) iter.Seq2[StreamedEvent, error] {
	return func(yield func(StreamedEvent, error) bool) {
		s.asked.isStream = true
		response, _, err := s.transport.answer(ctx, s.asked, nil)
		if err != nil {
			yield(StreamedEvent{}, err)
			return
		}
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<22)
		var event StreamedEvent
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ":")
			value = strings.TrimPrefix(value, " ")
			switch name {
			case "id":
				event.ID = value
			case "event":
				event.Type = value
			case "data":
				event.Data = json.RawMessage(value)
			case "":
				if value == "" && event.Data != nil && !yield(event, nil) {
					return
				}
				event = StreamedEvent{}
			}
		}
		if err := lines.Err(); err != nil {
			yield(StreamedEvent{}, err)
		}
	}
}
