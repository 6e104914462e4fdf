import type { VNode } from 'preact';
import { ENVIRONMENTS, type Environment } from '../domain/auth/tenant';
import type { User } from '../domain/auth/users';
import { keysPath } from './account/keys-page';
import { Icon, type IconName } from './parts';
import { isAllowed, type ConsoleAccess } from './route';
import { sidePath } from './sides';
import { useWords, type Words } from './words/use-words';

/** Below a side: what waits for a member. */
export const DECISIONS = '/decisions';

interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** The letter that leads there after `g`. */
  key?: string;
  /** Who sees it; absent: everyone who sees the group. */
  access?: ConsoleAccess;
  /** Beginnings of the addresses that belong to it, beside its own. */
  also?: readonly string[];
}

interface Group {
  title: string;
  places: readonly Place[];
}

/** Places of the reader's own: audit log and security. */
function personalGroup({ layout: { groups, places } }: Words, hasAudit = true): Group {
  const audit: Place[] = hasAudit ? [{ path: '/console/audit', name: places.audit, icon: 'queue-list' }] : [];
  const security: Place = {
    path: '/console/security',
    name: places.security,
    icon: 'shield-check',
    also: ['/console/password'],
  };
  return { title: groups.you, places: [...audit, security] };
}

function accountGroups(side: Environment, { role }: User, words: Words): Group[] {
  const at = (path: string): string => sidePath(side, path);
  const { groups, places } = words.layout;
  const ofOwner: Place[] =
    role === 'owner' ? [{ path: at('/export'), name: places.export, icon: 'arrow-down-tray' }] : [];
  return [
    {
      title: groups.business,
      places: [
        { path: at(''), name: places.overview, icon: 'home', key: 'o' },
        {
          path: at(DECISIONS),
          name: places.decisions,
          icon: 'clipboard-document-check',
          key: 'a',
        },
        { path: at('/payments'), name: places.payments, icon: 'banknotes', key: 'p' },
        { path: at('/batches'), name: places.batches, icon: 'table-cells', key: 'b' },
        { path: at('/beneficiaries'), name: places.beneficiaries, icon: 'user-group', key: 'f' },
        { path: at('/shipments'), name: places.shipments, icon: 'truck', key: 's' },
        { path: at('/documents'), name: places.documents, icon: 'document-text', key: 'd', also: [at('/branding')] },
        { path: at('/tariffs'), name: places.tariffs, icon: 'scale', key: 't' },
      ],
    },
    {
      title: groups.developers,
      places: [
        { path: at('/webhooks'), name: places.webhooks, icon: 'rss', key: 'w' },
        { path: at('/deliveries'), name: places.deliveries, icon: 'paper-airplane', key: 'l' },
        { path: at('/requests'), name: places.requests, icon: 'list-bullet', key: 'r' },
        { path: keysPath(side), name: places.keys, icon: 'key', key: 'k', also: ['/console/keys'] },
        { path: at('/usage'), name: places.usage, icon: 'chart-bar', key: 'u' },
      ],
    },
    {
      title: groups.account,
      places: [
        { path: '/console/members', name: places.members, icon: 'users' },
        { path: at('/approvals'), name: words.approvals.rulesName, icon: 'check-badge' },
        ...ofOwner,
      ],
    },
    personalGroup(words),
  ];
}

/** Payments that are held for a compliance review. */
export const HOLDS = '/console/operator/payments?waiting=compliance_review';

const OPERATOR_GROUPS: readonly Group[] = [
  {
    title: 'Operations',
    places: [
      { path: '/console/operator', name: 'Attention', icon: 'bell-alert', key: 'a' },
      { path: '/console/operator/search', name: 'Search', icon: 'magnifying-glass' },
      { path: '/console/operator/proposals', name: 'Proposals', icon: 'clipboard-document-check' },
      { path: '/console/operator/keys', name: 'Your keys', icon: 'key' },
      { path: '/console/operator/payments', name: 'Payments that wait', icon: 'clock', key: 'p', access: 'operations' },
      { path: HOLDS, name: 'Holds', icon: 'hand-raised', key: 'h', access: 'compliance' },
      { path: '/console/operator/bulk-decisions', name: 'Bulk decisions', icon: 'queue-list', access: 'payments' },
      { path: '/console/operator/screenings', name: 'Refused attempts', icon: 'no-symbol', access: 'compliance' },
      { path: '/console/operator/clearances', name: 'Clearances', icon: 'check-badge', access: 'compliance' },
      { path: '/console/operator/cover', name: 'Due today', icon: 'scale', access: 'operations' },
      {
        path: '/console/operator/settlements',
        name: 'Settlements',
        icon: 'arrows-right-left',
        key: 's',
        access: 'operations',
      },
      {
        path: '/console/operator/statements',
        name: 'Bank statements',
        icon: 'building-library',
        key: 'b',
        access: 'operations',
      },
      {
        path: '/console/operator/network',
        name: 'Partners and routes',
        icon: 'adjustments-horizontal',
        key: 'n',
        access: 'administration',
      },
      { path: '/console/operator/calendars', name: 'Calendars', icon: 'calendar-days', access: 'operations' },
    ],
  },
];

function operatorGroups(user: User, words: Words): Group[] {
  const isSeen = ({ access = 'user' }: Place): boolean => isAllowed(access, user);
  const groups = [...OPERATOR_GROUPS, personalGroup(words)];
  return groups.map(({ title, places }) => ({ title, places: places.filter(isSeen) }));
}

const PARTNER_GROUPS: readonly Group[] = [
  {
    title: 'Partner',
    places: [
      { path: '/console/partner', name: 'Overview', icon: 'home', key: 'o' },
      { path: '/console/partner/instructions', name: 'Instructions', icon: 'banknotes', key: 'i' },
      { path: '/console/partner/settlements', name: 'Settlements', icon: 'arrows-right-left', key: 's' },
      { path: '/console/partner/reports', name: 'Reports', icon: 'list-bullet', key: 'r' },
      { path: '/console/partner/keys', name: 'Keys and secrets', icon: 'key', key: 'k' },
      { path: '/console/partner/laboratory', name: 'Laboratory', icon: 'beaker', key: 'l' },
    ],
  },
];

function groupsOf({ user, path, query }: Viewed, words: Words): readonly Group[] {
  if (user.role === 'operator') return operatorGroups(user, words);
  if (user.role === 'partner') return [...PARTNER_GROUPS, personalGroup(words, false)];
  return accountGroups(sideOfPage(path, query), user, words);
}

/** The side that a page is about; pages of the whole account are seen from the test side. */
export function sideOfPage(path: string, query: string): Environment {
  const asked = new URLSearchParams(query).get('environment');
  return ENVIRONMENTS.find((side) => side === asked || path.split('/')[2] === side) ?? 'test';
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** The place whose path is the longest prefix of the page's. */
function currentPlace(groups: readonly Group[], path: string): Place | undefined {
  const all = groups.flatMap(({ places }) => places);
  const lengthOf = (place: Place): number =>
    Math.max(
      0,
      ...[place.path, ...(place.also ?? [])].filter((one) => isWithin(path, one)).map(({ length }) => length),
    );
  const [best] = [...all].sort((left, right) => lengthOf(right) - lengthOf(left));
  return best !== undefined && lengthOf(best) > 0 ? best : undefined;
}

/** Who looks at which page. */
export interface Viewed {
  user: User;
  path: string;
  query: string;
  /** What the reader may decide, by the address of the place. */
  counts?: Readonly<Record<string, number>>;
}

/** The same list on the other side; from the page of one thing, the list that it is in. */
function otherSide({ path }: Viewed, side: Environment): string {
  if (isWithin(path, '/console/keys')) return keysPath(side);
  const [, , current, section] = path.split('/');
  const isOfSide = ENVIRONMENTS.some((one) => one === current);
  return sidePath(side, isOfSide && section !== undefined ? `/${section}` : '');
}

/** Links to both sides; the one that is shown is marked. */
export function SideSwitch(viewed: Viewed): VNode | null {
  if (viewed.user.accountId === null) return null;
  const shown = sideOfPage(viewed.path, viewed.query);
  const { common, layout } = useWords();
  return (
    <ul class="sides" aria-label={layout.environment}>
      {ENVIRONMENTS.map((side) => (
        <li key={side}>
          <a class={side} href={otherSide(viewed, side)} aria-current={side === shown ? 'true' : undefined}>
            {common.environments[side]}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Count({ of: count }: { of: number }): VNode | null {
  const { format } = useWords();
  return count === 0 ? null : <span class="badge wait count">{format.figure(count)}</span>;
}

/** All places by group; on a narrow screen the link "Menu" opens it. */
export function Navigation(viewed: Viewed): VNode {
  const { path, query, counts = {} } = viewed;
  const words = useWords();
  const groups = groupsOf(viewed, words);
  const asked = new URLSearchParams(query).get('waiting') === 'compliance_review' ? `${path}?${query}` : path;
  const current = currentPlace(groups, asked) ?? currentPlace(groups, path);
  return (
    <nav id="navigation" aria-label={words.layout.console} tabindex={-1}>
      {groups.map(({ title, places }, index) => (
        <div class="group" key={title}>
          <p id={`group-${index}`}>{title}</p>
          <ul aria-labelledby={`group-${index}`}>
            {places.map((place) => (
              <li key={place.path}>
                <a href={place.path} data-key={place.key} aria-current={place === current ? 'page' : undefined}>
                  <Icon name={place.icon} />
                  <span>{place.name}</span>
                  <Count of={counts[place.path] ?? 0} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a class="close" href="#main">
        {words.layout.closeMenu}
      </a>
    </nav>
  );
}
