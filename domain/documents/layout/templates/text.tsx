/** Longer words may break anywhere: a column must not push the others off the sheet. */
const MAX_WHOLE_WORD = 24;
/** Texts so short stay on one line, such as `60 x 40 x 40 cm`. */
const MAX_WHOLE_LINE = 18;

/** Keeps words such as `1-40` from breaking at a hyphen or stroke, unless they are too long for a column. */
function wholeWords(text: string) {
  if (!/[\s/.:,-]/.test(text) && text.length <= MAX_WHOLE_WORD) return text;
  if (text.length <= MAX_WHOLE_LINE) return <span class="whole">{text}</span>;
  return text.split(/(\s+)/).map((word) => {
    if (word.length > MAX_WHOLE_WORD) return <span class="long">{word}</span>;
    return /\w[-/.:,]\w/.test(word) ? <span class="whole">{word}</span> : <>{word}</>;
  });
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

/**
 * Text of a client. Each line is isolated, so that its direction reaches neither its neighbours nor the next line.
 * @param whole whether short texts and words such as `1-40` stay on one line
 */
export function Text({ text, whole = false }: { text: string; whole?: boolean }) {
  return (
    <>
      {linesOf(text).map((line, index) => (
        <>
          {index === 0 ? null : <br />}
          <bdi>{whole ? wholeWords(line) : line}</bdi>
        </>
      ))}
    </>
  );
}

/** Sentences of a client: a paragraph for each line, in its own direction, at the side where the page begins. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {linesOf(text).map((line) => (
        <p class="prose" dir="auto">
          {line}
        </p>
      ))}
    </>
  );
}
