import type { ConsoleBrowser } from '../../support/console-browser';

/** What a task costs the person who does it. */
export interface Effort {
  /** Pages that are loaded after the first. */
  pages: number;
  /** Links, buttons, fields; a list to choose from counts twice. */
  clicks: number;
}

const isCalled = (name: string): string => `normalize-space(.)="${name}"`;

/** A person at work, who goes where a link that can be read leads, and counts what it takes. */
export class Walk {
  readonly effort: Effort = { pages: 0, clicks: 0 };

  constructor(private readonly browser: ConsoleBrowser) {}

  /** Begins where the console does. */
  async start(): Promise<void> {
    await this.browser.go('/console');
  }

  /** Chooses a place of the menu. */
  menu(name: string): Promise<void> {
    return this.load(`//nav//a[span[${isCalled(name)}]]`);
  }

  /** Follows a link by its text. */
  follow(name: string): Promise<void> {
    return this.load(`//main//a[${isCalled(name)}]`);
  }

  /** Follows the first link of the row that has this text. */
  row(text: string): Promise<void> {
    return this.load(`//main//tbody/tr[contains(., "${text}")]//a`);
  }

  /** Presses a button that leads to another page. */
  press(name: string): Promise<void> {
    return this.load(`//main//button[${isCalled(name)}]`);
  }

  /** Opens the part of a form whose head has this text. */
  async open(text: string): Promise<void> {
    this.effort.clicks += 1;
    await this.browser.click(`xpath///main//summary[contains(., "${text}")]`);
  }

  /** Writes into a field by its name in the form. */
  async type(name: string, text: string): Promise<void> {
    this.effort.clicks += 1;
    await this.enter(name, text);
  }

  /** Chooses from a list. */
  async choose(name: string, value: string): Promise<void> {
    this.effort.clicks += 2;
    await this.browser.page.select(`main [name="${name}"]`, value);
  }

  /** Chooses a file. */
  async attach(name: string, file: string): Promise<void> {
    this.effort.clicks += 2;
    const input = await this.browser.page.$(`main input[type="file"][name="${name}"]`);
    if (input === null) throw new Error(`The form has no file ${name}.`);
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
  }

  /** Looks for something in the field at the head of every page. */
  async find(text: string): Promise<void> {
    this.effort.clicks += 1;
    await this.browser.page.type('header [name="q"]', text);
    await this.arrive(() => this.browser.page.keyboard.press('Enter'));
  }

  /** What the task is done by: the page says these words. */
  async see(...words: string[]): Promise<void> {
    const text = await this.browser.text();
    for (const one of words) expect(text).toContain(one);
  }

  /** @returns texts of the rows of tables, as they are now */
  rows(): Promise<string[]> {
    return this.browser.page.$$eval('main tbody tr', (rows) => rows.map((row) => row.textContent));
  }

  /** Follows a link to a file. @returns its text */
  async download(name: string): Promise<string> {
    this.effort.clicks += 1;
    const link = await this.browser.page.waitForSelector(`xpath///main//a[${isCalled(name)}]`);
    const address = (await link?.evaluate((anchor) => anchor.getAttribute('href'))) ?? '';
    return this.browser.page.evaluate((path) => fetch(path).then((answer) => answer.text()), address);
  }

  /** @throws Error if the field cannot be seen, such as one in a closed part of the form */
  private async enter(name: string, text: string): Promise<void> {
    const isSeen = await this.browser.page.$eval(`main [name="${name}"]`, (field) => field.checkVisibility());
    if (!isSeen) throw new Error(`The field ${name} cannot be seen.`);
    await this.browser.fill(name, text);
  }

  private async load(path: string): Promise<void> {
    this.effort.clicks += 1;
    await this.arrive(() => this.browser.click(`xpath/${path}`));
  }

  private async arrive(act: () => Promise<void>): Promise<void> {
    await Promise.all([this.browser.page.waitForNavigation(), act()]);
    this.effort.pages += 1;
  }
}
