/**
 * Takes messages on to where the bank gets them, where it does not get them from the directory itself. Both ends of a message's way
 * prove where it is: this directory until it is marked as leaving, and then the place to which it goes.
 */
export interface Carrier {
  /** Puts a whole message there under a name that the bank leaves alone. @returns that name. @throws where it is not there */
  upload(name: string, content: Buffer): Promise<string>;
  /**
   * Gives an uploaded message its final name, unless it has it; any number may try at the same time.
   * @param size of the message in bytes
   * @throws where it may be without it, and be given it later
   */
  release(temporary: string, name: string, size: number): Promise<void>;
  /** Removes an upload that is never going to be released. @throws where it may be there still; then a later upload removes it */
  discard(temporary: string): Promise<void>;
}
