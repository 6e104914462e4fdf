import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** Log-in, password, second factor, proof, and the page of a person's own security. */
export const auth = {
  signIn: 'Sign in',
  signInToContinue: 'Sign in to continue to the requested page.',
  email: 'Email',
  continueWith: (provider: string): string => `Continue with ${provider}`,
  newHere: (link: Wrap): ComponentChildren => ['New here? ', link('Create an account')],
  code: 'Code',
  enterCode: 'Enter a code',
  sixDigits: 'Six digits from your authenticator app, or one of your recovery codes.',
  fromApp: 'From your authenticator app.',
  fromAppOrRecovery: 'From your authenticator app, or a recovery code.',
  goOn: 'Go on',
  lostBoth: (link: Wrap): ComponentChildren => [
    'Lost both app and codes? An owner of your account, or an operator of the service, can turn two-step sign-in off for you. ',
    link('Sign in as another user'),
  ],
  password: 'Password',
  passwordSignsOut: 'Changing the password signs you out on every other device.',
  newPassword: 'New password',
  changePassword: 'Change the password',
  proof: {
    title: 'Confirm that it is you',
    yourPasswordHere: (provider: string): string => `Your password here, not that of ${provider}.`,
    atProvider: (provider: string, link: Wrap): ComponentChildren => [
      link(`Sign in at ${provider} again`),
      ' if you have no password here. You come back to the page, and send the form once more.',
    ],
    needsCode:
      'This needs a code that was entered within the last five minutes. Your form has not been submitted yet; after this it is submitted as you typed it.',
    needsPassword:
      'This needs your password that was entered within the last five minutes. Your form has not been submitted yet; after this it is submitted as you typed it.',
    filesAgain: 'A file is not sent along: you come back to the form, and choose it again.',
    goBack: 'Cancel and go back to the page',
  },
  needed: {
    title: 'A second factor is needed',
    account: 'Your account requires two-step sign-in of every member. An owner of the account can change that.',
    nothingChanged: 'This login has none, so nothing was changed.',
    setUp: (link: Wrap): ComponentChildren => [
      link('Set up two-step sign-in'),
      ', or sign out and in again with a code if you have one; then submit the form again.',
    ],
  },
  setUp: {
    title: 'Set up two-step sign-in',
    qrCode: 'QR code for an authenticator app',
    scan: 'Scan this with an authenticator app, or type the key into it. Then enter the code that it shows.',
    key: 'Key: ',
    digits: 'Six digits, new every 30 seconds.',
    turnOn: 'Turn it on',
    leaveOff: 'Leave it off',
  },
  recovery: {
    title: 'Your recovery codes',
    shownOnce:
      'These codes are shown only now. Each signs you in once if you lose your phone: print them, or store them with your passwords.',
    saved: 'I have saved them',
    newTitle: 'New recovery codes',
    replaceAll: 'Ten new codes replace all earlier ones, which stop working.',
    make: 'Make new codes',
    keep: 'Keep the old ones',
  },
  turnOff: {
    title: 'Turn two-step sign-in off',
    means: 'The password alone will be enough again, and the recovery codes stop working.',
    off: 'Turn it off',
    keep: 'Keep it on',
  },
  signUp: {
    title: 'Create an account',
    company: 'Company',
    yourName: 'Your name',
    create: 'Create the account',
    registered: (link: Wrap): ComponentChildren => ['Already registered? ', link('Sign in')],
  },
  security: {
    title: 'Security',
    off: 'off',
    offMeans: 'Anyone who learns your password can sign in. Two-step sign-in also asks for a code from your phone.',
    turnOn: 'Turn two-step sign-in on',
    on: 'on',
    since: (at: ComponentChildren, codesLeft: number): ComponentChildren => [
      'since ',
      at,
      `. ${codesLeft} recovery codes are left.`,
    ],
    fewCodes: 'Create new recovery codes before the last one is used.',
    turnItOff: 'Turn it off',
    thisOne: 'this one',
    signOut: 'Sign out',
    where: 'Where you are signed in',
    logins: 'Logins',
    device: 'Device',
    unknownDevice: 'Not known',
    lastUsed: 'Last used',
    sinceWhen: 'Since',
    login: 'Login',
    everywhereElse: 'Sign out everywhere else',
    requiredOn: 'Your account requires two-step sign-in of every member. Sign out, and in again with a code, to go on.',
    requiredOff: 'Your account requires two-step sign-in of every member. Turn it on here to go on.',
    changePassword: 'Change the password',
    twoStep: 'Two-step sign-in',
  },
  provider: {
    away: (name: string): string =>
      `${name} cannot be reached at present. Try again in a minute, or sign in with your password.`,
    stale: 'This sign-in was started in another browser or tab, or more than ten minutes ago. Start again.',
    notSignedIn: (name: string): string => `${name} did not sign you in. Start again, or sign in with your password.`,
    otherPerson: (name: string): string => `${name} identifies another person than this login.`,
    refused: {
      email_not_verified: (name: string): string =>
        `${name} has not verified your email address. Have it verified there, then sign in again.`,
      no_such_user: (name: string): string =>
        `No user here has the address of your ${name} login. Ask an owner of your account to invite you.`,
      other_subject: (name: string): string =>
        `The user with this address is linked to another login of ${name}. Ask an operator of the service.`,
      no_group: (name: string): string =>
        `None of your groups at ${name} is let in here. Ask who manages the groups there.`,
      user_not_vouched: (_name: string): string =>
        'It has not been verified that the user with this address is you. Sign in with the password, or ask an operator.',
      user_disabled: (_name: string): string => 'This user is disabled. Ask an owner of your account.',
    },
  },
};
