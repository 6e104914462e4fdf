<?php

const TOLERANCE_SECONDS = 300;

/**
 * Whether a delivery is from Corridor: one of the signatures fits, and it is at most five minutes old.
 *
 * @param array<string, string> $headers with names in lower case
 * @param string $body the bytes as they came (`file_get_contents('php://input')`), before anything parses them
 */
function is_genuine(string $secret, array $headers, string $body, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is rotated the header lists one signature for each, separated by spaces.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
