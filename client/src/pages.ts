/** A page of a list in either of the two shapes that the service has. */
export type PageOf<Item> = { items: Item[]; nextCursor: string | null } | { data: Item[]; next_cursor: string | null };

/** A list: `for await` gives every item, a page at a time as they are asked for; `page` gives one page. */
export class Pages<Item, Page extends PageOf<Item>> implements AsyncIterable<Item> {
  constructor(private readonly read: (cursor: string | undefined) => Promise<Page>) {}

  /** @param cursor `nextCursor` or `next_cursor` of the page before; the first page where absent */
  page(cursor?: string): Promise<Page> {
    return this.read(cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: PageOf<Item> = await this.read(cursor);
      yield* 'items' in page ? page.items : page.data;
      cursor = ('items' in page ? page.nextCursor : page.next_cursor) ?? undefined;
    } while (cursor !== undefined);
  }
}
