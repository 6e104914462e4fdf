import { mailServerOf, readMail } from '../../process/mail-settings';

const FROM = 'Corridor <notices@example.com>';

/** Source: docs/GAPS.md#mail */
describe('the settings of mail', () => {
  it('are a server and a sender', () => {
    expect(mailServerOf('smtps://a%40b:p%3Aw@mail.example.com')).toEqual({
      ...{ host: 'mail.example.com', port: 465, isTls: true },
      credentials: { user: 'a@b', password: 'p:w' },
    });
    expect(mailServerOf('smtp://127.0.0.1:2525/')).toEqual({
      ...{ host: '127.0.0.1', port: 2525, isTls: false, credentials: null },
    });
    expect(mailServerOf('smtp://mail.example.com')).toMatchObject({ port: 587 });
  });

  it('are absent, or a sender alone', () => {
    expect(readMail({ CORRIDOR_SMTP_URL: '', CORRIDOR_MAIL_FROM: '' })).toBeNull();
    expect(readMail({ CORRIDOR_MAIL_FROM: 'notices@example.com' })).toEqual({
      ...{ serverUrl: null, from: 'notices@example.com' },
    });
    expect(() => readMail({ CORRIDOR_SMTP_URL: 'smtp://mail.example.com' })).toThrow('Set CORRIDOR_MAIL_FROM');
  });

  it('hold the server as it was set, which only the process that sends mail parses', () => {
    const url = 'smtp://h/path';
    expect(readMail({ CORRIDOR_SMTP_URL: url, CORRIDOR_MAIL_FROM: FROM })).toEqual({ serverUrl: url, from: FROM });
  });

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://h/path',
    'smtps://u:secret@h?x=1',
    'smtp://u:100%@h',
  ])('refuse %p as a server and repeat no password', (url) => {
    expect(() => mailServerOf(url)).toThrow(/^CORRIDOR_SMTP_URL must be smtp:\/\/ or smtps:\/\/, user:password@ with/);
  });

  it.each(['nobody', 'A <b@example.com', 'A <b@example.com>\r\nBcc: c@example.com', '<>'])(
    'refuse %p as a sender',
    (from) => {
      expect(() => readMail({ CORRIDOR_MAIL_FROM: from })).toThrow('CORRIDOR_MAIL_FROM must be an address');
    },
  );
});
