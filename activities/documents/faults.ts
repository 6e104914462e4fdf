/** The browser cannot be started: none is installed, or it does not run here. */
export class BrowserUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BrowserUnavailable';
  }
}

/** A document took longer than its limit; its browser was killed. */
export class RenderTimeout extends Error {
  constructor(limitMs: number) {
    super(`the document took longer than ${limitMs} ms`);
    this.name = 'RenderTimeout';
  }
}

/** More documents wait for the browser than the pool takes; the caller tries again later. */
export class RenderQueueFull extends Error {
  constructor() {
    super('too many documents wait for the browser');
    this.name = 'RenderQueueFull';
  }
}
