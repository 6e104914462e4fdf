import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeMarkup } from '../../domain/xml';

for (const [name, grammar] of Object.entries({ bash, go, http, json, python, js: javascript, ts: typescript })) {
  hljs.registerLanguage(name, grammar);
}

/** @returns HTML of a program, with its parts marked where the language is known */
export function highlighted(text: string, language: string): string {
  if (hljs.getLanguage(language) === undefined) return escapeMarkup(text);
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}
