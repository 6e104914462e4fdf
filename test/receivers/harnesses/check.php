<?php

require __DIR__ . '/verify.php';

while (($line = fgets(STDIN)) !== false) {
    [$secret, $id, $timestamp, $signature, $body] = explode("\t", rtrim($line, "\n"));
    $headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
    echo is_genuine($secret, $headers, base64_decode($body)) ? "true\n" : "false\n";
}
