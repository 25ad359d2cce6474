<?php
const RETRIES = 5;

/** False for an answer that is not of the service, such as the error page of a proxy in front of the service. */
function isJson(CurlHandle $curl): bool
{
    return str_contains((string) curl_getinfo($curl, CURLINFO_CONTENT_TYPE), 'json');
}

/** Gives each line of an answer to $take; repeats a request that is answered 429 or 503. */
function ask(string $path, ?array $body, string $accept, callable $take): void
{
    $headers = ["Accept: $accept", 'Content-Type: application/json'];
    if (getenv('PLACE_LOOKUP_API_KEY')) {
        $headers[] = 'X-API-Key: ' . getenv('PLACE_LOOKUP_API_KEY');
    }
    for ($attempt = 0; ; $attempt++) {
        $seconds = 10;
        $rest = '';
        $curl = curl_init((getenv('PLACE_LOOKUP_API') ?: 'http://127.0.0.1:3000') . $path);
        curl_setopt_array($curl, [
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($curl, $header) use (&$seconds) {
                if (preg_match('/^Retry-After: *(\d+)/i', $header, $found)) {
                    $seconds = (int) $found[1];
                }
                return strlen($header);
            },
            CURLOPT_WRITEFUNCTION => function ($curl, $part) use (&$rest, $take) {
                $lines = explode("\n", $rest . $part);
                $rest = array_pop($lines);
                if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200 && isJson($curl)) {
                    array_map(fn ($line) => $take(json_decode($line, true)), $lines);
                }
                return strlen($part);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
        }
        if (!curl_exec($curl)) {
            throw new RuntimeException(curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $isRepeated = in_array($status, [429, 503], true) && $attempt < RETRIES;
        if (!$isRepeated && !isJson($curl)) {
            throw new RuntimeException("HTTP $status: the answer is no JSON of the service");
        }
        if ($status === 200) {
            if ($accept === 'application/json') {
                $take(json_decode($rest, true));
            }
            return;
        }
        if (!$isRepeated) {
            throw new RuntimeException(json_decode($rest, true)['error']['message']);
        }
        sleep($seconds);
    }
}

ask('/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8', null, 'application/json', function ($answer) {
    $details = $answer['data']['details'];
    echo "{$details['nazwa_wizytowki']}: {$details['srednia_ocen']} ({$details['liczba_opinii']})\n";
});

$urls = ['https://maps.app.goo.gl/RevVisible', 'https://maps.app.goo.gl/RevRemoved'];
$isComplete = false;
ask('/api/review-visibility', ['urls' => $urls], 'application/x-ndjson', function ($line) use (&$isComplete) {
    if ($line['type'] === 'result') {
        echo "{$line['review_url']}: {$line['visibility_reason']}\n";
    } elseif ($line['type'] === 'summary') {
        $isComplete = true;
    } elseif (isset($line['index'])) {
        echo "{$line['review_url']}: no verdict, {$line['error']['code']}\n";
    } else {
        throw new RuntimeException($line['error']['message']);
    }
});
if (!$isComplete) {
    throw new RuntimeException('the answer broke off');
}
