import type { VNode } from 'preact';

/** Makes markup of a few words in the middle of a sentence, such as a link: each language has them at a place of its own. */
export type Wrap = (text: string) => VNode;
