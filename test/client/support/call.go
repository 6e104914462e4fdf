// Does what call.py does, with the client of Go.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"strings"

	corridor "corridor.example/client"
)

type call struct {
	Call  string
	Args  []json.RawMessage
	Named map[string]string
}

var ctx = reflect.ValueOf(context.Background())

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// query fills a struct from what a URL says.
func query(of reflect.Type, named map[string]string) reflect.Value {
	filled := reflect.New(of).Elem()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		text, isAsked := named[name]
		switch field := filled.Field(i); {
		case !isAsked:
		case field.Kind() == reflect.Int64:
			field.SetInt(must(strconv.ParseInt(text, 10, 64)))
		case field.Kind() == reflect.Pointer:
			number := must(strconv.ParseInt(text, 10, 64))
			field.Set(reflect.ValueOf(&number))
		default:
			field.SetString(text)
		}
	}
	return filled
}

// body is a struct, or a file where it comes as text.
func body(of reflect.Type, given json.RawMessage) reflect.Value {
	var text string
	if json.Unmarshal(given, &text) == nil {
		return reflect.ValueOf(corridor.File{ContentType: "application/xml", Content: []byte(text)})
	}
	filled := reflect.New(of)
	must(0, json.Unmarshal(given, filled.Interface()))
	return filled.Elem()
}

func arguments(method reflect.Type, asked call) []reflect.Value {
	var found []reflect.Value
	left := asked.Args
	for i := range method.NumIn() {
		of := method.In(i)
		switch {
		case method.IsVariadic() && i == method.NumIn()-1:
		case of == reflect.TypeFor[context.Context]():
			found = append(found, ctx)
		case strings.HasSuffix(of.Name(), "Query"):
			found = append(found, query(of, asked.Named))
		case len(left) == 0:
			found = append(found, reflect.Zero(of))
		case of.Kind() == reflect.String:
			var text string
			must(0, json.Unmarshal(left[0], &text))
			found, left = append(found, reflect.ValueOf(text)), left[1:]
		default:
			found, left = append(found, body(of, left[0])), left[1:]
		}
	}
	return found
}

func all(list reflect.Value) (any, error) {
	items := []any{}
	for item, err := range list.MethodByName("All").Call([]reflect.Value{ctx})[0].Seq2() {
		if !err.IsNil() {
			return nil, err.Interface().(error)
		}
		items = append(items, item.Interface())
	}
	return items, nil
}

func verify(asked call) (any, error) {
	var raw struct{ Bytes []byte }
	var headers map[string]string
	var secret string
	for i, target := range []any{&raw, &headers, &secret} {
		must(0, json.Unmarshal(asked.Args[i], target))
	}
	given := http.Header{}
	for name, value := range headers {
		given.Set(name, value)
	}
	return corridor.VerifyWebhook(raw.Bytes, given, secret)
}

func answer(subjects map[string]any, asked call) (any, error) {
	members := strings.Split(asked.Call, ".")
	if members[0] == "corridor" {
		return verify(asked)
	}
	found := reflect.ValueOf(subjects[members[0]])
	for _, member := range members[1 : len(members)-1] {
		found = reflect.Indirect(found).FieldByName(member)
	}
	method := found.MethodByName(members[len(members)-1])
	answers := method.Call(arguments(method.Type(), asked))
	last := answers[len(answers)-1]
	if last.Type() != reflect.TypeFor[error]() {
		return all(last)
	}
	if err, _ := last.Interface().(error); err != nil || len(answers) == 1 {
		return nil, err
	}
	value := answers[0].Interface()
	if bytes, isFile := value.([]byte); isFile {
		return map[string]any{"bytes": bytes}, nil
	}
	return value, nil
}

func faultOf(err error) map[string]any {
	if refusal := (*corridor.Error)(nil); errors.As(err, &refusal) {
		return map[string]any{"type": "CorridorError", "message": err.Error(), "status": refusal.Status, "code": refusal.Code}
	}
	if refusal := (*corridor.SignatureError)(nil); errors.As(err, &refusal) {
		return map[string]any{"type": "SignatureError", "message": err.Error()}
	}
	return map[string]any{"type": "error", "message": err.Error()}
}

func main() {
	var settings struct{ BaseURL, APIKey, OperatorKey, PartnerKey, PartnerSecret string }
	must(0, json.Unmarshal([]byte(os.Args[1]), &settings))
	subjects := map[string]any{
		"client":   must(corridor.New(settings.BaseURL, settings.APIKey)),
		"operator": must(corridor.New(settings.BaseURL, settings.OperatorKey)),
		"partner":  must(corridor.NewPartnerClient(settings.BaseURL, settings.PartnerKey, settings.PartnerSecret)),
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var asked call
		must(0, json.Unmarshal(lines.Bytes(), &asked))
		result := map[string]any{}
		if value, err := answer(subjects, asked); err != nil {
			result["fault"] = faultOf(err)
		} else {
			result["answer"] = value
		}
		fmt.Println(string(must(json.Marshal(result))))
	}
}
