import { LINK_DAYS, userLink } from '../../../domain/auth/user-links';

it('leads to the service with the token in the fragment, which is sent to no server', () => {
  const link = new URL(userLink('https://pay.example.com', 'a-b_c'));
  expect([link.origin, link.pathname, link.search]).toEqual(['https://pay.example.com', '/console/link', '']);
  expect(link.hash).toBe('#a-b_c');
});

it('is good for a week to join an account, and for three days to choose a password', () => {
  expect(LINK_DAYS).toEqual({ join: 7, password: 3 });
});
