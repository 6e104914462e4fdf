/** A bound of a value: how much, and of what. */
export interface Bound {
  limit: number;
  of: 'characters' | 'items' | 'value';
}

const counted = ({ limit, of }: Bound): string => (of === 'value' ? `be ${limit}` : `have ${limit} ${of}`);

/**
 * Faults by the codes of the API. An English page shows the API's own sentences; other languages say those whose code has one
 * meaning, and leave all others in English.
 */
export const faults = {
  /** Names a field before its fault, in a list of all faults of a form. */
  of: (field: string, fault: string): string => `${field} ${fault}`,
  atLeast: (bound: Bound): string => `must ${counted(bound)} or more`,
  atMost: (bound: Bound): string => `must ${counted(bound)} or fewer`,
  codes: {
    required: 'must be filled in',
    too_small: 'is too short or too small',
    too_big: 'is too long or too large',
    invalid_type: 'is not in the expected format',
    number: 'can be read as two numbers, or is none: write 1250 or 1250.50, and three decimals as 1.2340',
    invalid_format: 'is not in the expected format',
    invalid_value: 'is not one of the allowed values',
    invalid_union: 'is not in the expected format',
    country: 'must be an ISO 3166 alpha-2 code in capital letters, such as DE',
    currency: 'must be an ISO 4217 code in capital letters, such as EUR',
    nul: 'must not contain the NUL character',
    control: 'must not contain control characters',
    invisible: 'must not contain invisible characters',
    contrast: 'is too pale to be read on white paper',
    picture: 'is no picture that can be drawn: PNG or SVG, at most 4096 × 4096 pixels',
    too_detailed: 'has more detail than a logo: a photograph cannot be one',
    past: 'must not lie in the past',
    future: 'must not lie in the future',
    too_many_attempts: 'Too many attempts. Wait a few minutes and try again.',
    wrong_code: 'This code is not valid now.',
    not_current: 'This is not the current password.',
    wrong_login: 'Email or password is wrong.',
    RATE_LIMIT: 'There were too many requests. Wait a minute and try again.',
    FORBIDDEN: 'Your role does not allow this.',
    UNSUPPORTED_MEDIA_TYPE: 'Submit the form from a browser.',
    PAYLOAD_TOO_LARGE: 'The form is too large.',
    METHOD_NOT_ALLOWED: 'This page does not support this method.',
    INTERNAL: 'Something failed on our side.',
  },
};
