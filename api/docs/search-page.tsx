import type { VNode } from 'preact';
import { renderDocument, SitePage } from '../shell';
import { searchDocs, type FoundText } from './search';
import { Places } from './shell';

const MAX_FOUND = 30;

/** Links to what was found, each with what it is. */
export function FoundTexts({ found }: { found: readonly FoundText[] }): VNode {
  return (
    <ul class="results" lang="en">
      {found.map(({ path, kind, title, about }) => (
        <li key={path}>
          <a href={path}>{title}</a> <span class="badge">{kind}</span>
          {about !== kind && <span class="below">{about}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The page of the search over the documentation, for which no script is needed. */
export function searchPage(text: string): string {
  const found = text === '' ? [] : searchDocs(text, MAX_FOUND);
  const about = 'Finds sections of guides, operations and events of the API, and error codes.';
  return renderDocument(
    <SitePage
      title="Search"
      header={{ text }}
      head={<meta name="description" content={about} />}
      navigation={<Places shown="/docs/search" />}
    >
      <h1>{found.length > 0 ? `Found for “${text}”` : 'Search the documentation'}</h1>
      {found.length > 0 && <FoundTexts found={found} />}
      {found.length === 0 && <p>{text === '' ? about : `Nothing found for “${text}”. Try fewer or other words.`}</p>}
    </SitePage>,
  );
}
