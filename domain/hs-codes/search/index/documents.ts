import type { SearchDocument } from './build';

interface Node {
  code: string;
  description: string;
}

interface Text {
  code: string;
  text: string;
}

/** What the index is made of. */
export interface SearchSources {
  /** Chapters, headings and subheadings in the order of their codes. */
  nodes: readonly Node[];
  /** Everyday names; codes may be longer than a subheading's. */
  names: readonly Text[];
  /** Texts of the schedules, superior texts joined by ` > `. */
  national: readonly Text[];
}

/** Groups texts by subheading, or by heading where the subheading is not known. */
function groupTexts(rows: readonly Text[], known: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { code, text } of rows) {
    const target = [code.slice(0, 6), code.slice(0, 4)].find((candidate) => known.has(candidate));
    if (target === undefined) continue;
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [text]);
    else group.push(text);
  }
  return groups;
}

/** Each text once: superior texts stand in the path of every line below them. */
function distinctParts(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => path.split(' > ')))];
}

/** Documents in the order of their numbers: headings and subheadings by code. */
export function documentsOf(sources: SearchSources): SearchDocument[] {
  const { nodes } = sources;
  const known = new Set(nodes.map(({ code }) => code));
  const names = groupTexts(sources.names, known);
  const national = groupTexts(sources.national, known);
  const descriptions = new Map(nodes.map(({ code, description }) => [code, description]));
  return (
    nodes
      // Chapter 99 is for what has no place in the nomenclature; it is not searched by words.
      .filter(({ code }) => code.length >= 4 && code < '98')
      .map(({ code, description }) => {
        const heading = code.slice(0, 4);
        const isHeading = code === heading;
        return {
          code,
          texts: {
            name: names.get(code) ?? [],
            description: [description],
            heading: isHeading ? [] : [descriptions.get(heading) ?? '', ...(names.get(heading) ?? [])],
            chapter: [descriptions.get(code.slice(0, 2)) ?? ''],
            national: distinctParts(national.get(code) ?? []),
          },
        };
      })
  );
}
