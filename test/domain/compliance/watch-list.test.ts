import { dropRepeatedNames } from '../../../domain/compliance/watch-list';

it('names are kept once, without blanks around them and between their words', () => {
  const names = ['  Zhadrekov   Quillon ', 'Zhadrekov Quillon', '', '  '].map((name) => ({ name, isWeak: true }));
  expect(dropRepeatedNames(names)).toEqual([{ name: 'Zhadrekov Quillon', isWeak: true }]);
});

it('a name that is weak in one place and not in another is not weak', () => {
  const strong = { name: 'Krell', isWeak: false };
  const weak = { name: 'Krell', isWeak: true };
  expect(dropRepeatedNames([strong, weak])).toEqual([strong]);
  expect(dropRepeatedNames([weak, strong])).toEqual([strong]);
});
