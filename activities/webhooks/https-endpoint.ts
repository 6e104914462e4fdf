import type { PrepareAttempt } from './port';

/** Success is exactly status 200. Source: specification, "Events" */
export const prepareForEndpoint: PrepareAttempt = ({ url, headers = {} }, delivery) => ({
  url: new URL(url),
  headers: { ...headers, ...delivery.headers },
  body: delivery.body,
  faultOf: ({ statusCode }) => (statusCode === 200 ? null : 'status'),
});
