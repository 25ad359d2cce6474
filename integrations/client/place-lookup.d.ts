// Made from the OpenAPI document by `npm run docs`.

export interface paths {
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the Place ID of a name, link or identifier
         * @description The kind of query decides how the place is looked up; `type` says how it was found:
         *
         *     | the query is | `type`, `source` |
         *     |---|---|
         *     | a name, an address, any other text | `search_result`: the first result that is not an advertisement |
         *     | a map link or share link | `map_url` when the answer is the place that the link names, else `search_result` |
         *     | a Place ID, or a feature id `0x…:0x…` | `place_id` |
         *     | a CID (decimal digits) | `cid` |
         *
         *     A link names its place by a Place ID, feature id or CID, or by its name together with a MID (`kgmid=/g/…`, `!16s…`) or coordinates. In the latter case the name is searched for, near the coordinates if there are any, and the result must have the same MID or, where the link or the result has no MID, lie within 150 m of the pin (`!3d…!4d…`) or, without a pin, of the middle of the map (`@lat,lng`). If no result meets this condition, or nothing can be compared, the answer is the first result with `search_result`: the result may be another branch. A link that holds only a name is a search too.
         *
         *     `query` in the answer is the query as received. A Place ID, or a link with a Place ID, is converted without a request to the map provider: whether the place exists is not checked. If nothing is found, the answer is 404. Surrounding blanks and one layer of percent-encoding are removed; a query may have at most 2048 characters.
         *
         *     Costs 1 point.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the details of a place
         * @description All fields of `details` are always present. Values that the page does not show are `null`, never 0 or an empty string; a count is 0 only where the page says that there are no reviews. The five star counts sum to `liczba_opinii` whenever they are known; either all five are known or all five are null.
         *
         *     `placeid` takes a Place ID or a feature id `0x…:0x…`; for a name, a link or a CID use `/api/all`: this endpoint returns 400 for them. When the provider has replaced a Place ID, `place_id` in the answer is the current one. A Place ID that the provider does not know returns 404. Texts are in the configured language, by default Polish.
         *
         *     `notices` has the notices of the map provider about the place and its reviews. It is absent when no notice was seen, which does not prove that there is no notice. Where the provider withholds the reviews, counts of 0 are `null`.
         *
         *     Costs 1 point.
         */
        get: operations["details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a place and read its details in one call
         * @description Search and details with one page load. `url` takes what `/api/search` takes, not only links; `query` in the answer repeats it as received, and `source` says how the place was found:
         *
         *     | the query is | `type`, `source` |
         *     |---|---|
         *     | a name, an address, any other text | `search_result`: the first result that is not an advertisement |
         *     | a map link or share link | `map_url` when the answer is the place that the link names, else `search_result` |
         *     | a Place ID, or a feature id `0x…:0x…` | `place_id` |
         *     | a CID (decimal digits) | `cid` |
         *
         *     A link names its place by a Place ID, feature id or CID, or by its name together with a MID (`kgmid=/g/…`, `!16s…`) or coordinates. In the latter case the name is searched for, near the coordinates if there are any, and the result must have the same MID or, where the link or the result has no MID, lie within 150 m of the pin (`!3d…!4d…`) or, without a pin, of the middle of the map (`@lat,lng`). If no result meets this condition, or nothing can be compared, the answer is the first result with `search_result`: the result may be another branch. A link that holds only a name is a search too.
         *
         *     `cid` is the same as in `details`. `maps_url` is built from the Place ID, `maps_cid_url` from the CID; both `cid` and `maps_cid_url` are null for the rare place that has no CID.
         *
         *     Costs 1 point.
         */
        get: operations["all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a CID to a Place ID, or a Place ID to a CID
         * @description Send exactly one of `cid` and `place_id`, as a JSON string; both, neither, a number or an unknown field return 400. `conversion_type` is `cid_to_place_id` or `place_id_to_cid`.
         *
         *     A Place ID is converted without a request to the map provider, also while the map provider cannot be reached. A CID takes one lookup, because a Place ID holds more than the CID; an unknown CID returns 404. A few Place IDs, which do not begin with `ChIJ`, hold no CID: the answer is 400. The body is a JSON object of at most 64 KiB with `Content-Type: application/json`, uncompressed.
         *
         *     Costs 1 point.
         */
        post: operations["convert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/place-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reviews of a place
         * @description The newest reviews come first; if the page does not let the service choose the order, the reviews come in the order of the page. A page holds up to 200 reviews; between two pages the service pauses for 2 seconds, and a list may take minutes: its deadline is 5 minutes by default, and the answer holds what was read by then. By default a client may run 2 lists at once, and all clients together 3; more return 429 or 503.
         *
         *     `complete` is true when the list ended and every review that the place counts was read; `stop_reason` says why the list ended. The place's count covers the map provider's own reviews, so reviews taken over from its partners are returned but not counted in `reviews_read`. A list that is cut short is a success with `complete: false`; if no review of a list could be read, the answer is 503. The list of a place without reviews is empty and complete: two page loads in contexts that share only the consent choice must state 0 reviews, and after each of them another place that is known to have reviews must be shown in full (`CONTROL_PLACES`). Pages that show no reviews and state no count give an empty list with `complete: false` and the `stop_reason` `not_shown`. Otherwise the answer is 503. `min_stars` and `max_stars` filter what is returned, not what is read; `min_stars` above `max_stars` returns 400. A review without stars of the provider's own (`stars: null`, from its partners) is returned only when no star filter is set. Lists are not cached. Where the map provider says that it withholds the reviews of a place, or shows none beside a notice other than that the place is closed or takes no new reviews, `stop_reason` is `withheld`, and the list is never complete; `notices` has its words.
         *
         *     Every key of a review is always present, except `owner_response_text` and `owner_response_date`, which are present only with a reply of the owner, and `edited_unix`, the time of the last change, which is present only for an edited review. Values that the provider does not give are `null`. `review_text` is `""` for a review without text. If the provider gives only the beginning of a text, `review_text` is `null`.
         *
         *     With `Accept: application/x-ndjson` each review is sent as a line when it is read, with a `progress` line after each page and a `summary` at the end. A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary. A stream without a final `summary` is incomplete.
         *
         *     Costs 10 points.
         */
        get: operations["placeReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review-visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a review is visible
         * @description Returns only the verdict, which is faster than `/api/review-details`. A review that is not visible is still a success, with `is_visible` false and a reason. A negative verdict is given only on evidence, in this order: a rendered page load shows no review; then a control (another review that is known to be visible) is loaded and shown in full; then a second load in another signed-out browser context shows no review for the same reason; then a control is loaded again and shown in full. In both loads without the review the map provider answered normally and in full: data of the known shape that names the place, no failed or pending request, no limited view, no error message, no trace of the review elsewhere. Where both loads say in the provider's own words that the review no longer exists, the control between them is left out; the control at the end is always read. After a control that was not shown, negative verdicts need three good controls in a row over at least 30 seconds, and a third round for ten minutes. With less evidence, the answer is 503 `provider_unavailable`. For "visible", one record or card of the review is enough. A verdict holds for the moment it was made: the provider may hide a review and show it again.
         *
         *     What a verdict does not prove: that a review was removed. A review that waits for approval is shown to its author alone, and looks the same from outside. `no_business_data` may also mean that the link is incomplete. An author's name does not prove who wrote the review: authors may show a nickname, also on old reviews.
         *
         *     Any link to a review is accepted, shortened or full; a link to a place or a profile, to a host outside the map provider, or a link that is cut off returns 400.
         *
         *     Costs 1 point.
         */
        get: operations["reviewVisibility"];
        put?: never;
        /**
         * Check the visibility of 1 to 1000 reviews
         * @description By default the answer is a stream: one line for each link in the order of completion, then a `summary`. With `Accept: application/json` it is one envelope at the end, in the order of the links. `index` is the position of a link in `urls`; a link that is listed twice is checked once and answered twice.
         *
         *     A result with a verdict has `review`: the values of a visible review that were read for the verdict (author, stars, dates, place, the first 200 characters of its text). The service loads no further page for these values, so a field may be null although the review has a value; `GET /api/review-details` waits for more fields. For a review that is not visible, `review` is null.
         *
         *     `checked_at_utc` is `checked_at` in ISO 8601 and UTC.
         *
         *     All links pass share links and the HTTP fast path first, so that visible reviews have their lines soon; reviews that are not visible need proofs on rendered pages and come later. With `"progress": true` the stream has a `progress` line every two seconds: how many links remain, and an estimate of the time.
         *
         *     A link without a verdict is a line with `"type":"error"`, `index` and a code; the check of the other links continues. Each link has its own deadline; the whole request has no deadline. A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary. A stream without a final `summary` is incomplete. The body may have at most 1 MiB.
         *
         *     A review that is not visible is still a success, with `is_visible` false and a reason. A negative verdict is given only on evidence, in this order: a rendered page load shows no review; then a control (another review that is known to be visible) is loaded and shown in full; then a second load in another signed-out browser context shows no review for the same reason; then a control is loaded again and shown in full. In both loads without the review the map provider answered normally and in full: data of the known shape that names the place, no failed or pending request, no limited view, no error message, no trace of the review elsewhere. Where both loads say in the provider's own words that the review no longer exists, the control between them is left out; the control at the end is always read. After a control that was not shown, negative verdicts need three good controls in a row over at least 30 seconds, and a third round for ten minutes. With less evidence, the answer is 503 `provider_unavailable`. For "visible", one record or card of the review is enough. A verdict holds for the moment it was made: the provider may hide a review and show it again.
         *
         *     What a verdict does not prove: that a review was removed. A review that waits for approval is shown to its author alone, and looks the same from outside. `no_business_data` may also mean that the link is incomplete. An author's name does not prove who wrote the review: authors may show a nickname, also on old reviews.
         *
         *     Costs 1 point per 10 links, at least 10 points and at most the points of one minute. By default a client may run 2 bulk checks at once; more return 429.
         */
        post: operations["bulkReviewVisibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all fields of one review
         * @description A review that is not visible is still a success, with `is_visible` false and a reason. A negative verdict is given only on evidence, in this order: a rendered page load shows no review; then a control (another review that is known to be visible) is loaded and shown in full; then a second load in another signed-out browser context shows no review for the same reason; then a control is loaded again and shown in full. In both loads without the review the map provider answered normally and in full: data of the known shape that names the place, no failed or pending request, no limited view, no error message, no trace of the review elsewhere. Where both loads say in the provider's own words that the review no longer exists, the control between them is left out; the control at the end is always read. After a control that was not shown, negative verdicts need three good controls in a row over at least 30 seconds, and a third round for ten minutes. With less evidence, the answer is 503 `provider_unavailable`. For "visible", one record or card of the review is enough. A verdict holds for the moment it was made: the provider may hide a review and show it again.
         *
         *     What a verdict does not prove: that a review was removed. A review that waits for approval is shown to its author alone, and looks the same from outside. `no_business_data` may also mean that the link is incomplete. An author's name does not prove who wrote the review: authors may show a nickname, also on old reviews.
         *
         *     `profile_name`, `reviewer_total_reviews` and `reviewer_local_guide_level` are present only for a visible review; otherwise the other fields are `null`. `reviewer_local_guide_level` is null for reviewers who are not local guides. Dates are in the configured time zone, by default Europe/Warsaw.
         *
         *     Any link to a review is accepted, shortened or full; a link to a place or a profile, to a host outside the map provider, or a link that is cut off returns 400.
         *
         *     Costs 1 point.
         */
        get: operations["reviewDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review-evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make an evidence pack for one review
         * @description A technical record of one verdict, as a ZIP. The service checks the review again, with rendered page loads only, and stores every load with picture, page, answer of the map provider, captured state and requests. `manifest.json` lists all files with their hashes; `signature.json` signs the manifest (Ed25519, `GET /api/evidence-key`), and `timestamp.tsr` is its time stamp, where the service has a time-stamping authority. If the verdict cannot be proven, the answer is 503 and there is no pack. A pack of a visible review has one load; a pack of a review that is not visible has the loads without the review and their controls, at most 8 loads. The client may send the review as it saw it earlier (author, stars, text and time): manifest and report repeat these values, marked as not checked by the service. The service keeps no copy of the pack. `docs/evidence.md` names the files and how to check them.
         *
         *     What a verdict does not prove: that a review was removed. A review that waits for approval is shown to its author alone, and looks the same from outside. `no_business_data` may also mean that the link is incomplete. An author's name does not prove who wrote the review: authors may show a nickname, also on old reviews.
         *
         *     Any link to a review is accepted, shortened or full; a link to a place or a profile, to a host outside the map provider, or a link that is cut off returns 400.
         *
         *     Costs 10 points.
         */
        get: operations["reviewEvidence"];
        put?: never;
        /**
         * Make evidence packs for 1 to 50 reviews
         * @description One ZIP with a pack for each link, in the order of the links, and `index.json` at its end: the verdict of each link and the file of its pack, or the reason why the link has no pack. Packs are made one after the other while the answer is sent. The request has no deadline; each pack has a deadline of two minutes. An answer that breaks off is not a complete ZIP.
         *
         *     A technical record of one verdict, as a ZIP. The service checks the review again, with rendered page loads only, and stores every load with picture, page, answer of the map provider, captured state and requests. `manifest.json` lists all files with their hashes; `signature.json` signs the manifest (Ed25519, `GET /api/evidence-key`), and `timestamp.tsr` is its time stamp, where the service has a time-stamping authority. If the verdict cannot be proven, the answer is 503 and there is no pack. A pack of a visible review has one load; a pack of a review that is not visible has the loads without the review and their controls, at most 8 loads. The client may send the review as it saw it earlier (author, stars, text and time): manifest and report repeat these values, marked as not checked by the service. The service keeps no copy of the pack. `docs/evidence.md` names the files and how to check them.
         *
         *     Costs 10 points for each link, at most the points of one minute.
         */
        post: operations["reviewEvidenceList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evidence-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of evidence packs
         * @description The key that checks the signatures of the evidence packs of this service, and the keys that signed its earlier packs. Needs no API key: a person who checks a pack may not be a client.
         */
        get: operations["evidenceKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your jobs
         * @description The newest first, at most `limit` jobs; jobs that have ended are included until they expire. For older jobs, ask again with the id of the last job as `before`; the list has ended when `jobs` is empty. A job that is still being uploaded counts towards `limit`, so an answer may have fewer jobs than `limit`. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Costs 1 point.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Begin a job of up to a million links
         * @description For lists that outlast a connection. The answer is 202 with the state of the job; follow `/api/jobs/{id}/results`. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Send a JSON object of at most 8 MiB and 100,000 values, or upload the list, at most 64 MiB, uncompressed, with `type` and the parameters in the query:
         *
         *     | `Content-Type` | each line is |
         *     |---|---|
         *     | `application/x-ndjson` | a JSON string, or an object with one of the fields `url`, `link`, `placeid`, `place_id`, `review_url`, `query`. A first line `{"columns": […]}` names own columns; the objects then have `cells`, texts in their order, null for the link itself |
         *     | `text/csv` | a record; the link is in the column with one of these names if it has links, or else in the column that holds most links in the first 100 lines (for places also Place IDs, CIDs or feature ids, otherwise names, with the address and town in their row), with or without headings; `column` chooses another column. `,`, `;`, `|` or tab separate cells, or the character that a first line `sep=…` names |
         *     | `text/plain` | a link |
         *
         *     A text in Windows-1250 or ISO-8859-2 is read like UTF-8 and UTF-16; a text of an unknown encoding returns 400. Own columns of a CSV (client, note, date), and the `cells` of lines of JSON, stand to the left of the results in `format=csv` and `format=xlsx`. A list may have at most 50 columns, and a line at most 2,000 characters besides its link; a list with more returns 400.
         *
         *     Every line has a result: a line that is empty, has control characters or more than 2,048 characters, or cannot be read has the result `invalid_request` and its number in `line`; empty lines at the end are left out. A job may have up to 1,000,000 links, a job of the type `place-reviews` 10,000; a longer list returns 400. An upload that breaks off makes no job.
         *
         *     Every link is asked at least once and has exactly one result. After a temporary failure, the link is asked again with growing pauses, for `JOB_RETRY_HOURS` (24 by default); `invalid_request` and `no_results` are final at once. A link that is in the list more than once may be asked more than once. A client may have 10 open jobs by default (`JOBS_PER_KEY`), and all its jobs, including jobs that have ended, may hold 3,000,000 links (`JOB_LINKS_PER_KEY`) and take 1.2 GB of the database (`JOB_BYTES_PER_KEY`) together; a job beyond these limits returns 429. The jobs of all clients may take 1.5 GB (`JOB_BYTES`); a job beyond this limit returns 503 `jobs_unavailable`. `DELETE /api/jobs/{id}?delete_ended=true` deletes a job that has ended, so that its links no longer count. A job and its results are deleted `JOB_RETENTION_HOURS` (72 by default) after its end; a job without any result but `invalid_request` is deleted after an hour. Work is shared evenly between clients, and single requests go first.
         *
         *     Costs 10 points.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of a job
         * @description `links_per_minute` is the average since the job began, and `estimated_end_at` is computed from it. `retrying` counts the links whose attempts failed and that wait for another attempt, for at most `JOB_RETRY_HOURS`; `next_attempt_at` says when the next waiting link is asked. When only waiting links are left, `estimated_end_at` is null: the time of their success is not known. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Costs 1 point.
         */
        get: operations["jobStatus"];
        put?: never;
        post?: never;
        /**
         * Cancel a job, or delete a job that has ended
         * @description The service asks no further link, and the job does not change any more: the result of a link that is being asked is dropped. Results that the job already has stay until the job expires.
         *
         *     A job that has ended stays as it is, with its results, also when the request is repeated. With `delete_ended=true` such a job is deleted at once with its results, so that it no longer counts for `JOB_LINKS_PER_KEY`: the answer is its last state, with `deleted` as `state`; from then on the job is a 404. An open job is only cancelled, also with `delete_ended=true`. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Costs 1 point.
         */
        delete: operations["cancelJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow or download the results of a job
         * @description One line for each link, in the order of completion, with the data of the endpoint of its type: `POST /api/review-visibility`, `/api/all` or `/api/place-reviews`. Every result has `checked_at`, the time when its data was read. While the job runs the stream follows it; `progress` lines come in between, and a `summary` when it has ended. A stream that fails after it has begun ends with a line that has `"type":"error"` and `"status":"error"` in place of the summary. A stream without a final `summary` is incomplete. Each result has a `position`: after a broken connection, ask again with the last position as `?after=`. The request has no deadline.
         *
         *     `format=csv` and `format=xlsx` give a table in the order of the list when the job has ended; every link has at least one row. In the table of a cancelled job, the column `No result` marks the links without a result. Before the job has ended, a table is refused with 400, unless `partial=true` asks for a table with the results so far. In that table, the column `Waits for` says which links have no result yet (`another attempt`: the row has the failure and the time of the last attempt; `its first attempt`). The name of a file in which links have no result says that it is partial. A list of reviews has one row for each review, at least one; every row says how many reviews were read and how many the provider counts, whether the list is complete, why it ended, and the notices. In XLSX, the first sheet has one row for each place. XLSX has at most 100,000 rows. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Costs 1 point; a table costs 1 point for every 10,000 rows or part of them, at most the points of one minute.
         */
        get: operations["jobResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the waiting of links that wait for another attempt
         * @description Each link whose attempts failed and that waits for another attempt (`retrying`) gets the failure of its last attempt as its result. Links that were not asked yet are still asked; the job has finished when every link has a result. If no link waits, the request changes nothing, so it can be repeated. The request has no body. A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows jobs for them (`JOBS_WITHOUT_KEYS`).
         *
         *     Costs 1 point.
         */
        post: operations["finishJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your watches
         * @description For the next page, ask again with `next` as `after`. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["listWatches"];
        put?: never;
        /**
         * Watch a place or a review
         * @description The first check is due at once; it records the state with which later checks compare, and makes no events. If you already watch the subject, also under another link or id, the answer is 409 with the id of that watch as `existing_id`. If only the first check finds that two watches have the same subject, the newer watch is paused and names the older watch in `duplicate_of`. A name that fits several places returns 400. A watch is refused with 400 when you have `WATCH_LIMIT` watches, and when the checks of your watches would need more loads than your part of the loads that the operator allows for watches (`GET /api/watch-forecast`). While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 2 points.
         */
        post: operations["addWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Watch up to 1000 places and reviews
         * @description Adds the subjects that can be added, and says why the other subjects were refused. Subjects that have to be looked up (names, share links, CIDs) are looked up within the deadline of a request; the remaining subjects are refused with `deadline_exceeded`. Send the list again for them: watches that exist are not added twice. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point per 10 subjects, at least 10 points and at most the points of one minute.
         */
        post: operations["importWatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one watch
         * @description While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["getWatch"];
        put?: never;
        post?: never;
        /**
         * Remove a watch with its record
         * @description Its checks, ledger, events and evidence packs are deleted. The answer is the watch before it was removed. For a watch on legal hold, the answer is 400. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        delete: operations["removeWatch"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a watch
         * @description Fields that are not sent stay as they are. A watch that is resumed is checked at once, but not within ten minutes of its last check. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        patch: operations["changeWatch"];
        trace?: never;
    };
    "/api/watches/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a subject now
         * @description The next check is due at once; it begins when the provider rate limiter has loads to spare. The request has no body. For a paused watch, the answer is 400; if the subject was checked less than ten minutes ago, the answer is 429 with `Retry-After`. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 10 points.
         */
        post: operations["checkWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the ledger: the reviews of a subject and their versions
         * @description For the next page, ask again with `next` as `after`. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["watchReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the latest checks of a subject
         * @description The newest first. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["watchChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of one watch
         * @description The events after `since`, the oldest first; with `order=newest` the newest first. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["watchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of all your watches
         * @description The events after `since`, the oldest first. A program keeps `next` and sends it as `since` of the next request: so it reads every event exactly once. `order=newest` gives the newest events first; `next` then leads to the events after the newest one. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the evidence pack of an event
         * @description The pack that the service made after the check that found the event (`evidence` of the watch). For an event without a pack, the answer is 404. `docs/evidence.md` names the files and how to check them. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["eventEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the evidence pack of the first sighting of a review
         * @description Watches with `evidence: always` have a pack of the reviews that their first check saw, at most 100, made within 24 hours: it shows that the review was visible. For reviews that appear later, the event has the pack. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["firstSightingEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the record of a watch in a period
         * @description The events of the period, with their reviews and the course of rating and counts: as JSON, or as a file for a client. By default, authors are replaced by "Autor 1" or "Author 1" (one author has one number within an export), and links and ids of reviews are left out. With `authors=names`, the export has names, links and ids. Texts may contain names in both cases. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 5 points.
         */
        get: operations["watchExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forget-author": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget an author
         * @description Deletes the reviews of the author in your watches with their versions, events and evidence packs, and the watches of single reviews of the author. Only a keyed hash of the id is kept, so that no later check writes the author again and no link that names the author is watched again. The results of your jobs lose the reviews of the author: a list loses them, a verdict keeps neither the review nor the link. Repeat the request when a job that is open now has ended. The answer names watches on legal hold: they keep their data about the author until the hold ends. The request does not reach reviews whose author is unknown, replies and reviews by others that name the author, exports, e-mails, webhooks and backups. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        post: operations["forgetAuthor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/author-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all that is stored about an author
         * @description All data about one author in your watches, so that you can answer a request of that person. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 5 points.
         */
        get: operations["authorData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of all your watches as an Atom feed
         * @description The newest 50 events. A reader has to send the key as a header where keys are configured. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["eventsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watches/{id}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of one watch as an Atom feed
         * @description The newest 50 events. Readers of feeds cannot send a header: where keys are configured, `feed_url` of the watch contains a `token` that replaces the key for this feed only. The token is no longer valid when its key is deleted or replaced, or expires. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["watchFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your channels
         * @description The oldest first. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Deliver events to a webhook or a mailbox
         * @description Webhooks follow Standard Webhooks: `webhook-id` is the same in all attempts, `webhook-signature` is checked with the secret in this answer. Attempts are repeated for about three days; status 410 ends the channel. A mailbox is sent one e-mail with a code, and nothing else until it confirms (`POST /api/channels/{id}/confirm`, or the link in the e-mail); a mailbox gets at most 3 such e-mails in a day from all clients together. The operator decides to which hosts webhooks may lead (`WEBHOOK_HOSTS`), whether e-mails are sent (`SMTP_URL`), to which domains (`MAIL_DOMAINS`) and how many in a day (`MAILS_PER_OWNER`, `MAILS_PER_DAY`). While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        post: operations["addChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a channel with its deliveries
         * @description The answer is the channel before it was removed. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        delete: operations["removeChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For another 24 hours, webhooks are signed with both secrets. The request has no body. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        post: operations["rotateChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a channel that waits
         * @description A mailbox sends nothing until it is confirmed with the `code` of the e-mail that it was sent, or by its link. A channel that was made with a key which is revoked, replaced or expired sends nothing until a key of its owner confirms it: whoever had that key may get its deliveries; this needs no code. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        post: operations["confirmChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery now
         * @description The service tries the delivery once; the answer shows the result. A channel that waits (`held`) cannot be tested; a channel can be tested 5 times in a day. The request has no body. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 5 points.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a channel with their attempts
         * @description The newest first, at most 100. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["channelDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watch-forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estimate the loads that watches need
         * @description The loads in a day that the watches of all clients need, together with `subjects` additional subjects. The estimate uses the average loads of the latest checks. While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too, unless the operator allows watches for them (`JOBS_WITHOUT_KEYS`). A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.
         *
         *     Costs 1 point.
         */
        get: operations["watchForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the owners of watches, channels and jobs
         * @description An owner is a key, a team of keys, or everybody where no keys are configured. An owner without a usable key is `gone`: its watches pause, its deliveries are held, its jobs wait, and after 30 days everything of it is deleted, except watches on legal hold. Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.
         *
         *     Costs 1 point.
         */
        get: operations["listOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owners/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an owner
         * @description No check, delivery or job of the owner begins until the owner is resumed. Its keys still read what there is. The request has no body. Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.
         *
         *     Costs 1 point.
         */
        post: operations["pauseOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owners/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused owner go on
         * @description An owner without a usable key stays `gone`. The request has no body. Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.
         *
         *     Costs 1 point.
         */
        post: operations["resumeOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owners/{id}/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give everything of an owner to another owner
         * @description Watches with their record, channels and jobs get the other owner, which must have a usable key. The channels wait until the other owner confirms them (`POST /api/channels/{id}/confirm`). A watch of a subject, or a channel to a target, that the other owner has already stays with the first owner: the answer is the first owner with what stayed. Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.
         *
         *     Costs 1 point.
         */
        post: operations["handOverOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete everything of an owner
         * @description Deletes watches with their record and evidence packs, channels and jobs. Watches on legal hold stay. An owner with a usable key stays and may begin anew. The answer is the owner before it was deleted. Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.
         *
         *     Costs 1 point.
         */
        delete: operations["removeOwner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service still reads the map provider
         * @description Checks this service and the map provider: programs, network, consent page, block page, every published field of three places and where it was found, search, CID lookup, share links, the first reviews of a list, a visible review, and a review that does not exist. Where keys are configured, needs the key of an operator. A run takes up to 2 minutes and 15 loads (a quick one 4), at the priority of bulk links. There is one run at a time, shared by all requests that arrive meanwhile. A run that ended within the last 60 seconds is returned again; `age_seconds` says how old it is.
         *
         *     `status` is `ok`, `degraded` (a check needs attention or could not be made) or `failing` (the service cannot work properly). While loads are paused after a block page, the service does not ask the provider, and the answer says so. The answer holds no text of a review and no name of a person.
         *
         *     Costs 15 points, with `quick=true` 4, with `last=true` 1.
         */
        get: operations["doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name, version and endpoints
         * @description `endpoints` lists four endpoints; this document describes all endpoints. `version` follows semantic versioning: its first number changes when a client that follows this document would break.
         *
         *     Costs 1 point.
         */
        get: operations["info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which optional parts this client can use
         * @description Says which optional parts of the API this client can use. Needs no key, and is available while the API is switched off. A client that reads the answer first does not send requests that must fail.
         */
        get: operations["capabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description OpenAPI 3.1 as JSON; `/docs` shows it. Needs no key, and is available while the API is switched off.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tools for language models (Model Context Protocol)
         * @description Streamable HTTP without sessions: each POST holds one JSON-RPC message. A batch of messages returns 400; GET and DELETE return 405. The tools ask this API with the key of the request. A message that calls no tool costs 1 point; a call of a tool costs the points of the endpoint that it asks. A failure of that endpoint, such as too few points, is a result of the tool with `isError`.
         */
        post: operations["mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is running
         * @description Checks only that the process answers. Needs no key.
         */
        get: operations["alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service is ready
         * @description Not ready (503) while Chromium does not answer, while loads are paused after a block page, and after SIGTERM. Needs no key. A request launches Chromium if it is not running.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description Where keys are configured, needs a key that is valid for metrics; costs no points. Contains the names of keys, never queries.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Stable name of the failure. Programs should depend on this name, not on the message
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "unknown_parameter" | "unauthorized" | "unknown_endpoint" | "no_results" | "rate_limited" | "internal_error" | "api_disabled" | "shutting_down" | "overloaded" | "deadline_exceeded" | "client_gone" | "browser_unavailable" | "provider_blocked" | "provider_unavailable" | "jobs_unavailable" | "job_not_found" | "evidence_unavailable" | "watch_unavailable" | "watch_not_found" | "watch_exists";
        /**
         * @description Stable name of the message, for programs that translate the message. Where a request has several faults, `message` names all of them, and `reason` the first one. Later versions may add names; `other` = the message has no name, as in results that an earlier version stored
         * @enum {string}
         */
        RefusalReason: "not_a_place_id" | "place_id_invalid" | "place_id_case_changed" | "not_a_feature_id" | "neither_place_nor_cid" | "place_id_without_cid" | "not_a_cid" | "cid_negative" | "cid_digits" | "cid_out_of_range" | "name_not_accepted" | "query_empty" | "query_too_long" | "query_invisible" | "place_link_not_to_maps" | "review_link_not_to_maps" | "link_not_to_maps" | "link_to_foreign_host" | "link_to_no_host" | "link_not_a_url" | "link_too_long" | "some_link_too_long" | "link_unreadable" | "link_with_backslash" | "link_with_user_name" | "link_with_invisible_characters" | "link_with_port" | "link_host_misspelled" | "link_scheme_refused" | "place_link_not_a_link" | "review_link_not_a_link" | "link_without_place" | "link_to_bare_map" | "link_to_coordinates" | "link_to_empty_search" | "place_id_of_link_invalid" | "cid_of_link_invalid" | "link_to_directions" | "link_forwards" | "several_subjects" | "link_to_list" | "link_to_profile" | "link_to_review" | "consent_without_place" | "consent_without_review" | "link_to_place" | "link_without_review" | "link_cut_at_review" | "link_cut_at_place" | "link_cut_at_end" | "not_a_share_link" | "share_link_without_place" | "share_link_without_review" | "share_link_to_foreign_host" | "share_link_to_no_host" | "share_link_to_no_url" | "foreign_origin" | "foreign_host" | "not_http" | "json_needed" | "json_rpc_needed" | "body_compressed" | "body_too_large" | "body_not_json" | "body_too_many_values" | "unknown_parameter" | "no_parameters" | "key_in_query" | "parameter_beside_body" | "parameter_repeated" | "parameter_missing" | "parameter_empty" | "parameter_out_of_range" | "field_out_of_range" | "not_true_or_false" | "field_not_a_string" | "field_empty" | "field_too_long" | "stars_reversed" | "cid_or_place_id" | "unknown_field" | "review_links_needed" | "ignore_invalid" | "quick_or_last" | "after_invalid" | "format_invalid" | "lang_invalid" | "idempotency_key_reused" | "idempotency_key_invalid" | "list_empty" | "job_too_many_links" | "job_not_ended" | "too_many_rows_for_xlsx" | "upload_type_unknown" | "upload_too_large" | "upload_stopped" | "job_type_missing" | "job_type_unknown" | "job_type_and_urls_needed" | "parameters_only_for_lists" | "upload_encoding_unknown" | "column_unknown" | "line_empty" | "line_too_long" | "line_with_control_characters" | "line_not_json" | "line_without_text" | "link_cell_empty" | "record_without_link" | "line_without_link" | "cell_too_long" | "row_too_long" | "too_many_columns" | "headings_too_long" | "list_too_long_for_job" | "evidence_links_needed" | "seen_fields" | "seen_on_invalid" | "length_out_of_range" | "webhooks_off" | "webhook_invalid" | "webhook_host_not_allowed" | "webhook_private" | "webhook_port_not_allowed" | "webhook_to_service" | "mail_off" | "mailbox_invalid" | "mail_domain_not_allowed" | "mail_limit" | "too_many_codes" | "too_many_tests" | "code_not_sent" | "code_wrong" | "too_many_channels" | "channel_exists" | "channel_options" | "channel_waits" | "only_webhooks_have_secrets" | "watch_options" | "watch_change_empty" | "watch_list_needed" | "watch_field_too_long" | "interval_invalid" | "several_places" | "too_many_watches" | "watch_share_exceeded" | "day_invalid" | "period_reversed" | "author_invalid" | "value_refused" | "author_forgotten" | "watch_paused" | "watch_on_hold" | "cursor_invalid" | "not_one_of" | "blur_invalid" | "cid_of_another_place" | "share_link_dead" | "share_link_in_circle" | "share_link_too_many_hops" | "share_link_unanswered" | "share_link_host_fails" | "share_link_refused" | "share_link_status" | "provider_unreachable" | "provider_unreachable_for_longer" | "provider_fails" | "provider_blocks" | "no_such_place" | "no_place_for_query" | "no_list_of_reviews" | "list_refused" | "list_failed" | "control_not_shown" | "control_recovering" | "place_disturbed" | "no_control" | "key_missing" | "key_invalid" | "two_keys" | "key_expired" | "key_out_of_scope" | "key_not_of_operator" | "points_used_up" | "lists_at_once" | "bulk_checks_at_once" | "uploads_at_once" | "result_readers_at_once" | "all_clients_at_once" | "no_such_endpoint" | "api_switched_off" | "shutting_down" | "unexpected_failure_with_id" | "unexpected_failure" | "not_ready_in_time" | "too_many_waiting" | "browser_unavailable" | "browser_starting" | "data_folder_fails" | "watch_part_exceeded" | "watch_just_checked" | "jobs_without_database" | "jobs_only_on_this_machine" | "jobs_database_fails" | "watch_without_database" | "watch_only_on_this_machine" | "watch_database_fails" | "evidence_folder_fails" | "watch_not_found" | "owner_not_found" | "owner_without_key" | "watch_exists" | "job_not_found" | "too_many_open_jobs" | "too_many_links_kept" | "too_many_bytes_kept" | "too_many_bytes_of_all_clients" | "jobs_disk_full" | "evidence_without_key" | "evidence_key_unusable" | "evidence_loads_used_up" | "packs_at_once" | "result_damaged" | "answer_complete" | "client_gone" | "client_gone_in_upload" | "nobody_waits" | "not_asked" | "run_over" | "command_ended" | "other";
        Error: {
            /** @constant */
            status: "error";
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
                /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                field?: string | null;
                /** @description Only with `watch_exists`: the id of the watch of this subject */
                existing_id?: string;
                /** @description The X-Request-Id of this answer */
                request_id: string;
            };
        };
        StreamFailure: {
            /** @constant */
            status: "error";
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
                /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                field?: string | null;
                /** @description Only with `watch_exists`: the id of the watch of this subject */
                existing_id?: string;
                /** @description The X-Request-Id of this answer */
                request_id: string;
            };
            /** @constant */
            type: "error";
        };
        /**
         * @description reviews_removed_defamation: reviews removed after complaints of defamation under German law in the last 365 days, as far as the removals were not reversed; min and max are the range the provider names; reviews_suspicious: a warning that fake or suspicious reviews were removed lately; reviews_withheld: the provider says that it does not show the reviews at the moment; reviews_paused: the provider accepts no new reviews; this is not a warning and does not mean that reviews are withheld; temporarily_closed: the place is temporarily closed; permanently_closed: the place is permanently closed; other: any other notice, in the words of the provider
         * @enum {string}
         */
        NoticeKind: "reviews_removed_defamation" | "reviews_suspicious" | "reviews_withheld" | "reviews_paused" | "temporarily_closed" | "permanently_closed" | "other";
        Notice: {
            kind: components["schemas"]["NoticeKind"];
            /** @description The words of the provider, in the language of the request to the provider; "" when the provider gives only a flag */
            text: string;
            /** @description Lowest number of reviews that the notice names; null when the notice names no number */
            min: number | null;
            /** @description Highest number of reviews that the notice names; null when the notice names no number or no upper end ("over 250": min is 251) */
            max: number | null;
            /** @description When the page with the notice was read, YYYY-MM-DD HH:MM:SS in the configured time zone */
            seen_at: string;
            /** @description `seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            seen_at_utc?: string;
        };
        CheckedReview: {
            /** @description Author name as shown, which may be a nickname; null when it is unknown */
            author_name: string | null;
            /** @description 1 to 5; null also for partner reviews, which have no stars of the map provider's own */
            stars: number | null;
            /** @description Date of first publication, YYYY-MM-DD in the configured time zone; null when it is unknown */
            date: string | null;
            /** @description Whether the review was edited; null when it is unknown */
            is_edited: boolean | null;
            /** @description Date of the last change, YYYY-MM-DD in the configured time zone; null when the review was not edited, or when it is unknown */
            edited_date: string | null;
            /** @description Name of the reviewed place; null where the page was not rendered and no other page showed it */
            place_name: string | null;
            /** @description Place ID of the reviewed place; null when it is unknown */
            place_id: string | null;
            /** @description The first 200 characters of the text as written; "" when the review is stars only; null when the text is unknown */
            text_excerpt: string | null;
            /** @description The whole text as written, never its beginning alone; "" when the review is stars only; null when it is unknown. Absent from results of jobs and of earlier versions */
            review_text?: string | null;
        };
        /**
         * @description visible: the review is shown; no_business_data: the data holds no place, and no place card is shown (the link may be incomplete); no_business_card: the data names the place, but its card is not shown; no_rating_section: the card is shown, but the review is not; no_rating: the review is shown without stars. Every reason except visible is given only after two page loads without trouble and a control
         * @enum {string}
         */
        VisibilityReason: "visible" | "no_business_data" | "no_business_card" | "no_rating_section" | "no_rating";
        ReviewDetails: {
            /** @description Reviewer name as shown, which may be a nickname; null when the review is not visible or the page does not say */
            name: string | null;
            /** @description Reviewer profile name; only when the review is visible */
            profile_name?: string | null;
            /** @description The whole text as written, never its beginning alone; null when the review is stars only, and when the map provider gives only the beginning */
            review_text: string | null;
            /** @description Date of first publication, YYYY-MM-DD in the configured time zone */
            date: string | null;
            /** @description Stars; null when the review is not visible or the page does not say */
            rating: number | null;
            /** @description Name of the reviewed place; null when the review is not visible or the page does not say */
            place_name: string | null;
            /** @description Place ID of the reviewed place; null when the review is not visible or the page does not say */
            place_id: string | null;
            /** @description Number of reviews of the reviewer; only when the review is visible */
            reviewer_total_reviews?: number | null;
            /** @description Local-guide level, null for a reviewer who is no local guide; only when the review is visible */
            reviewer_local_guide_level?: number | null;
            /** @description Whether the review is visible */
            is_visible: boolean;
            visibility_reason: components["schemas"]["VisibilityReason"];
        };
        ReviewDetailsData: {
            /** @description The url as received */
            review_url: string;
            review_details: components["schemas"]["ReviewDetails"];
            /** @description YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw) */
            extracted_at: string;
            /** @description Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice */
            notices?: components["schemas"]["Notice"][];
        };
        VisibilityData: {
            /** @description The url as received */
            review_url: string;
            /** @description Whether the review is visible */
            is_visible: boolean;
            visibility_reason: components["schemas"]["VisibilityReason"];
            /** @description YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw) */
            checked_at: string;
            /** @description Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice */
            notices?: components["schemas"]["Notice"][];
        };
        BulkVisibilityData: {
            /** @description Links in the request */
            total: number;
            /** @description Links whose review is visible */
            visible: number;
            /** @description Links whose review is not visible */
            not_visible: number;
            /** @description Links without a verdict; another attempt may give one */
            failed: number;
            results: ({
                /** @description Position of the link in "urls" */
                index: number;
                /** @description The url as received */
                review_url: string;
                /** @description Whether the review is visible */
                is_visible: boolean;
                visibility_reason: components["schemas"]["VisibilityReason"];
                /** @description YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw) */
                checked_at: string;
                /** @description Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice */
                notices?: components["schemas"]["Notice"][];
                /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
                checked_at_utc?: string;
                /** @description The values of the review that were read for the verdict; null when the review is not visible, or no value was read. Absent from results of earlier versions */
                review?: components["schemas"]["CheckedReview"] | null;
            } | {
                /** @description Position of the link in "urls" */
                index: number;
                /** @description The url as received */
                review_url: string;
                error: {
                    code: components["schemas"]["ErrorCode"];
                    /** @description What failed, why, and what to do; its wording may change */
                    message: string;
                    reason?: components["schemas"]["RefusalReason"];
                    /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                    values?: {
                        [key: string]: string;
                    };
                    /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                    field?: string | null;
                };
            })[];
        };
        BulkVisibilityLine: ({
            /** @constant */
            type: "result";
            /** @description Position of the link in "urls" */
            index: number;
            /** @description The url as received */
            review_url: string;
            /** @description Whether the review is visible */
            is_visible: boolean;
            visibility_reason: components["schemas"]["VisibilityReason"];
            /** @description YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw) */
            checked_at: string;
            /** @description Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice */
            notices?: components["schemas"]["Notice"][];
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
            /** @description The values of the review that were read for the verdict; null when the review is not visible, or no value was read. Absent from results of earlier versions */
            review?: components["schemas"]["CheckedReview"] | null;
        } | {
            /** @description Position of the link in "urls" */
            index: number;
            /** @description The url as received */
            review_url: string;
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
                /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                field?: string | null;
            };
            /** @constant */
            type: "error";
        } | {
            /**
             * @description Only with `"progress": true` in the request, every two seconds
             * @constant
             */
            type: "progress";
            /** @description Links in the request */
            total: number;
            /** @description Links without a line yet */
            remaining: number;
            /** @description Estimated seconds until the summary, from the loads that the remaining links need and the pace of the latest loads; null while too few loads were made */
            estimated_seconds_left: number | null;
        } | {
            /** @constant */
            type: "summary";
            /** @description Links in the request */
            total: number;
            /** @description Links whose review is visible */
            visible: number;
            /** @description Links whose review is not visible */
            not_visible: number;
            /** @description Links without a verdict; another attempt may give one */
            failed: number;
        }) | components["schemas"]["StreamFailure"];
        Review: {
            /** @description Identifier of the review */
            review_id: string;
            /** @description 1 to 5; null for partner reviews, which have no stars of the map provider's own */
            stars: number | null;
            /** @description The whole text as written, not a translation; "" when the review is stars only; null when it is unknown, also when the map provider gives only its beginning */
            review_text: string | null;
            /** @description Relative date in words, as shown, with the prefix that marks an edited review; null when the map provider does not say */
            date_text: string | null;
            /** @description When the review was first published, Unix time in seconds; null when the map provider does not say */
            date_unix: number | null;
            /** @description When the review was last changed, Unix time in seconds; present only when it was edited */
            edited_unix?: number;
            /** @description Language code of the text; null without a text */
            review_language: string | null;
            /** @description Link to the review; null when the map provider does not say */
            review_url: string | null;
            /** @description Direct link for reporting the review; null when the map provider does not say */
            report_url: string | null;
            /** @description Author name as shown; authors may show a nickname, also on old reviews; null when the map provider does not say */
            author_name: string | null;
            /** @description Author identifier, digits; it stays the same when the author shows another name; null when the map provider does not say */
            author_id: string | null;
            /** @description Author profile link; null when the map provider does not say */
            author_profile_url: string | null;
            /** @description Author avatar image link; null when the map provider does not say */
            author_avatar_url: string | null;
            /** @description Number of reviews the author has; null when the map provider does not say */
            author_total_reviews: number | null;
            /** @description Number of photos the author added; null when the map provider does not say */
            author_total_photos: number | null;
            /** @description Whether the author is a local guide */
            author_is_local_guide: boolean;
            /** @description 1 to 10; null when the author is no local guide */
            author_local_guide_level: number | null;
            /** @description Badge text of the author as shown; null without a badge */
            author_badge_text: string | null;
            /** @description Number of photos in the review; null when not all of them could be read */
            photos_count: number | null;
            /** @description The photos that could be read */
            photos: {
                /**
                 * Format: uri
                 * @description The photo
                 */
                url: string;
                /**
                 * Format: uri
                 * @description A smaller version of the photo
                 */
                thumbnail_url: string;
            }[];
            /** @description Whether a reply of the owner is shown. A reply that waits for moderation is not shown */
            has_owner_response: boolean;
            /** @description Whole text of the reply; present when a reply is shown; null when the map provider does not give the text or gives only its beginning */
            owner_response_text?: string | null;
            /** @description Relative date of the reply in words; present when a reply is shown; null when the map provider does not say */
            owner_response_date?: string | null;
            /** @description Number of likes; null when the page shows it shortened or it could not be read */
            likes_count: number | null;
        };
        PlaceDetails: {
            /** @description CID, decimal digits; null for the rare place without a CID */
            cid: string | null;
            /** @description Name of the business listing; null when the map provider does not say */
            nazwa_wizytowki: string | null;
            /** @description Address; null when the place shows no address */
            adres: string | null;
            /** @description Main category; null when the map provider does not say */
            kategoria: string | null;
            /** @description Average rating; null without reviews or when not shown */
            srednia_ocen: number | null;
            /** @description Total number of reviews; null when the map provider does not say */
            liczba_opinii: number | null;
            /** @description Count of 5-star reviews; null when the map provider does not say */
            liczba_5_gwiazdek: number | null;
            /** @description Count of 4-star reviews; null when the map provider does not say */
            liczba_4_gwiazdek: number | null;
            /** @description Count of 3-star reviews; null when the map provider does not say */
            liczba_3_gwiazdek: number | null;
            /** @description Count of 2-star reviews; null when the map provider does not say */
            liczba_2_gwiazdek: number | null;
            /** @description Count of 1-star reviews; null when the map provider does not say */
            liczba_1_gwiazdka: number | null;
        };
        PlaceCandidate: {
            /** @description Place ID, ChIJ… */
            place_id: string;
            /** @description Name of the business listing */
            nazwa_wizytowki: string | null;
            /** @description Address; null when the search answer has no address */
            adres: string | null;
            /** @description Average rating; null when the search answer has no rating */
            srednia_ocen: number | null;
        };
        InfoData: {
            /** @description Name of the API */
            name: string;
            /** @description Version of the API, as in semantic versioning */
            version: string;
            /** @description Endpoint label → short description in Polish */
            endpoints: {
                [key: string]: string;
            };
        };
        SearchData: {
            /** @description The query as received */
            query: string;
            /** @description Place ID, ChIJ… */
            place_id: string;
            /**
             * @description search_result: the first result for a name, also for the name in a link when it is not certain that the link means this place; map_url: the place that a map link or share link names; place_id: the query is a Place ID or feature id; cid: the query is a CID
             * @enum {string}
             */
            type: "search_result" | "map_url" | "place_id" | "cid";
            /** @description All results of the search, in the order of the map provider; this place is the first. Present only when a name has several results */
            candidates?: components["schemas"]["PlaceCandidate"][];
        };
        DetailsData: {
            /** @description Place ID of the place described. It differs from the requested Place ID when the provider has replaced that Place ID */
            place_id: string;
            details: components["schemas"]["PlaceDetails"];
            /**
             * @description The map provider shows the place as permanently closed; one of the notices says the same. Absence does not prove that the place is open
             * @constant
             */
            permanently_closed?: true;
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
        };
        AllData: {
            /** @description The url parameter as received */
            query: string;
            /** @description Place ID, ChIJ… */
            place_id: string;
            /**
             * @description search_result: the first result for a name, also for the name in a link when it is not certain that the link means this place; map_url: the place that a map link or share link names; place_id: the query is a Place ID or feature id; cid: the query is a CID
             * @enum {string}
             */
            source: "search_result" | "map_url" | "place_id" | "cid";
            details: components["schemas"]["PlaceDetails"];
            /** @description CID, the same as in details */
            cid: string | null;
            /**
             * Format: uri
             * @description Link to the place, built from the Place ID
             */
            maps_url: string;
            /** @description Link to the place, built from the CID */
            maps_cid_url: string | null;
            /**
             * @description The map provider shows the place as permanently closed; one of the notices says the same. Absence does not prove that the place is open
             * @constant
             */
            permanently_closed?: true;
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
            /** @description All results of the search, in the order of the map provider; this place is the first. Present only when a name has several results */
            candidates?: components["schemas"]["PlaceCandidate"][];
        };
        ConvertData: {
            /** @description CID, decimal digits */
            cid: string;
            /** @description Place ID, ChIJ… */
            place_id: string;
            /**
             * @description Direction of the conversion
             * @enum {string}
             */
            conversion_type: "cid_to_place_id" | "place_id_to_cid";
        };
        ConvertRequest: {
            /** @description CID to convert to a Place ID */
            cid?: string;
            /** @description Place ID to convert to a CID */
            place_id?: string;
        };
        BulkVisibilityRequest: {
            urls: string[];
            /** @description true: the stream has `progress` lines, too. Clients that do not ask for them get none */
            progress?: boolean;
        };
        DoctorField: {
            /** @description Published name of the field */
            field: string;
            found: boolean;
            /** @description Where the field was found; null when the source is not known */
            source: ("payload" | "panel" | "record" | "card" | "search") | null;
            /** @description The rules that hold the matching entry */
            set: ("operator" | "built-in") | null;
            /** @description The list in the rules that holds the matching entry */
            list: string | null;
            /** @description The matching entry, written as in a file of rules */
            entry: string | null;
        };
        DoctorCheck: {
            /**
             * @description What was checked
             * @enum {string}
             */
            id: "node" | "chromium" | "sandbox" | "rules" | "egress" | "dns" | "tls" | "consent" | "block_page" | "place_fields" | "place_view" | "fast_path" | "search" | "cid" | "short_links" | "reviews_batches" | "reviews_order" | "reviews_count" | "review_visible" | "review_made_up";
            /** @description The Place ID or host that was checked, when the check covers several */
            subject: string | null;
            /**
             * @description warn: needs attention; fail: the service cannot work properly; skipped: not checked
             * @enum {string}
             */
            status: "ok" | "warn" | "fail" | "skipped";
            /** @description What was found, from a closed set */
            code: string;
            /** @description Numbers and names that belong to the code */
            values: {
                [key: string]: (string | number | boolean | string[]) | null;
            };
            /** @description The finding as a sentence */
            seen: string;
            /** @description What the operator can do; null = nothing to do */
            advice: string | null;
            /** @description With the check `place_fields`, every published field; empty for other checks */
            fields: components["schemas"]["DoctorField"][];
            /** @description Time the check took, in milliseconds */
            ms: number;
        };
        DoctorRun: {
            /** @description true: the run checked one place and no list of reviews */
            quick: boolean;
            /**
             * Format: date-time
             * @description Start of the run, in UTC
             */
            started_at: string;
            /** @description Time since the end of the run */
            age_seconds: number;
            /** @description Time the run took, in milliseconds */
            ms: number;
            /** @description Page loads and attempts of the HTTP fast path */
            loads: number;
            checks: components["schemas"]["DoctorCheck"][];
        };
        FieldHistory: {
            /** @description Published name of the field */
            field: string;
            /** @description Where the field is read from; null = all sources together */
            source: string | null;
            /** @description Answers that held the field */
            present: number;
            /** @description Answers that were counted */
            total: number;
            /** @description Usual share of answers that hold the field; null = not known yet */
            usual: number | null;
            /** @description Whether the field is found in less than half as many answers as usual */
            drifting: boolean;
        };
        Doctor: {
            /**
             * @description degraded: a check needs attention; failing: the service cannot work properly; unknown: no run yet
             * @enum {string}
             */
            status: "ok" | "degraded" | "failing" | "unknown";
            /** @description null = no run since the service started */
            run: components["schemas"]["DoctorRun"] | null;
            /** @description How many answers held each field since the service started */
            fields: components["schemas"]["FieldHistory"][];
        };
        EvidenceKey: {
            /** @description SHA-256 of the public key (SPKI, DER), lower-case hex */
            key_id: string;
            /** @description The public key as PEM */
            public_key: string;
            /** @description The keys that signed earlier packs: they stay published after the key was changed */
            earlier_keys: {
                /** @description SHA-256 of the public key (SPKI, DER), lower-case hex */
                key_id: string;
                /** @description The public key as PEM */
                public_key: string;
            }[];
        };
        SeenEarlier: {
            /** @description Author of the review */
            author?: string;
            /** @description Text of the review; "" = stars only */
            text?: string;
            /** @description When the client saw the review: YYYY-MM-DD, or ISO 8601 with the time zone */
            on?: string;
            /** @description Stars of the review */
            rating?: number;
        };
        EvidenceListRequest: {
            links: (string | {
                /** @description a link to a review, shortened or full */
                url: string;
                seen?: components["schemas"]["SeenEarlier"];
            })[];
            /**
             * @description Language of the report and of the instructions
             * @default pl
             * @enum {string}
             */
            lang: "pl" | "en";
            /**
             * @description others: reviews by other authors are covered in the pictures
             * @default others
             * @enum {string}
             */
            blur: "others" | "none";
        };
        PlaceReviewsData: {
            /** @description Place ID of the place listed */
            place_id: string;
            /** @description Reviews returned, after the star filter, including partner reviews */
            reviews_count: number;
            /** @description The map provider's own reviews that were read, each counted once, before the star filter. Partner reviews are returned but not counted here, because total_reviews does not count them */
            reviews_read: number;
            /** @description The review count on the page of the place, without partner reviews; null when the page shows no count */
            total_reviews: number | null;
            /** @description Pages of up to 200 reviews that were begun, including partner reviews; 0 when there was nothing to read */
            pages_fetched: number;
            /** @description Whether the list ended and every review that the place counts was read. Only then stop_reason is end */
            complete: boolean;
            /**
             * @description end: the list ended, and every review that the place counts was read; max_pages: the requested number of pages was read; provider_limit: the map provider ends the list before its own count, or shows no count; limited_view: the page does not show signed-out visitors the whole list at the moment; withheld: the provider says that it withholds reviews of this place, or shows none beside a notice other than that the place is closed or takes no new reviews (see notices); not_shown: the page shows no review and does not state that there are none; interrupted: the provider stopped answering, or something on the page or in its answers cannot be relied on; deadline: the time limit was reached
             * @enum {string}
             */
            stop_reason: "end" | "max_pages" | "provider_limit" | "limited_view" | "withheld" | "not_shown" | "interrupted" | "deadline";
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
            reviews: components["schemas"]["Review"][];
        };
        PlaceReviewsLine: ({
            /** @constant */
            type: "review";
            review: components["schemas"]["Review"];
        } | {
            /** @constant */
            type: "progress";
            /** @description Pages of up to 200 reviews read so far */
            page: number;
            /** @description The map provider's own reviews that were read, each counted once, before the star filter. Partner reviews are returned but not counted here, because total_reviews does not count them */
            reviews_read: number;
            /** @description The review count on the page of the place, without partner reviews; null when the page shows no count */
            total_reviews: number | null;
        } | {
            /** @constant */
            type: "summary";
            /** @description Place ID of the place listed */
            place_id: string;
            /** @description Reviews returned, after the star filter, including partner reviews */
            reviews_count: number;
            /** @description The map provider's own reviews that were read, each counted once, before the star filter. Partner reviews are returned but not counted here, because total_reviews does not count them */
            reviews_read: number;
            /** @description The review count on the page of the place, without partner reviews; null when the page shows no count */
            total_reviews: number | null;
            /** @description Pages of up to 200 reviews that were begun, including partner reviews; 0 when there was nothing to read */
            pages_fetched: number;
            /** @description Whether the list ended and every review that the place counts was read. Only then stop_reason is end */
            complete: boolean;
            /**
             * @description end: the list ended, and every review that the place counts was read; max_pages: the requested number of pages was read; provider_limit: the map provider ends the list before its own count, or shows no count; limited_view: the page does not show signed-out visitors the whole list at the moment; withheld: the provider says that it withholds reviews of this place, or shows none beside a notice other than that the place is closed or takes no new reviews (see notices); not_shown: the page shows no review and does not state that there are none; interrupted: the provider stopped answering, or something on the page or in its answers cannot be relied on; deadline: the time limit was reached
             * @enum {string}
             */
            stop_reason: "end" | "max_pages" | "provider_limit" | "limited_view" | "withheld" | "not_shown" | "interrupted" | "deadline";
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
        }) | components["schemas"]["StreamFailure"];
        Job: {
            /** @description Id of the job */
            id: string;
            /** @enum {string} */
            type: "review-visibility" | "place-details" | "place-reviews";
            /** @description The parameters that were sent with the job */
            parameters: {
                [key: string]: number;
            };
            /**
             * @description waiting: no link has been asked yet; running: links are being asked; finished: every link has a result; cancelled: the client cancelled the job. finished and cancelled are final. deleted: only in the answer to a deletion
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "cancelled" | "deleted";
            /** @description When the last link had arrived, YYYY-MM-DD HH:MM:SS in the configured time zone */
            created_at: string;
            /** @description `created_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            created_at_utc?: string;
            begun_at: string | null;
            begun_at_utc?: string | null;
            ended_at: string | null;
            ended_at_utc?: string | null;
            expires_at: string | null;
            expires_at_utc?: string | null;
            /** @description Links of the job */
            total: number;
            /** @description Links with a result, failures included */
            done: number;
            /** @description Reviews that are visible; only of review-visibility */
            visible?: number;
            /** @description Reviews that are not visible; only of review-visibility */
            not_visible?: number;
            /** @description Links whose result is a failure */
            failed: number;
            /** @description Number of failed links by error code */
            failures: {
                [key: string]: number;
            };
            /** @description Links whose attempts failed and that wait for another attempt; `POST /api/jobs/{id}/finish` ends the waiting */
            retrying?: number;
            next_attempt_at?: string | null;
            next_attempt_at_utc?: string | null;
            /** @description Average since the job began; null before the first result */
            links_per_minute: number | null;
            estimated_end_at: string | null;
            estimated_end_at_utc?: string | null;
        };
        JobsData: {
            /** @description Newest first */
            jobs: components["schemas"]["Job"][];
        };
        JobLine: {
            /** @constant */
            type: "result";
            /** @description Number of the result in the order of completion. Send it as `after` to continue with the next result */
            position: number;
            /** @description Position of the link in the list, from 0 */
            index: number;
            /** @description Line of the link in the upload, from 1; null for a JSON request */
            line: number | null;
            /** @description The url as received */
            review_url: string;
            /** @description Whether the review is visible */
            is_visible: boolean;
            visibility_reason: components["schemas"]["VisibilityReason"];
            /** @description YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw) */
            checked_at: string;
            /** @description Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice */
            notices?: components["schemas"]["Notice"][];
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
            /** @description The values of the review that were read for the verdict; null when the review is not visible, or no value was read. Absent from results of earlier versions */
            review?: components["schemas"]["CheckedReview"] | null;
        } | {
            /** @constant */
            type: "result";
            /** @description Number of the result in the order of completion. Send it as `after` to continue with the next result */
            position: number;
            /** @description Position of the link in the list, from 0 */
            index: number;
            /** @description Line of the link in the upload, from 1; null for a JSON request */
            line: number | null;
            /** @description The link, identifier or name as received */
            query: string;
            /** @description Place ID, ChIJ… */
            place_id: string;
            /**
             * @description search_result: the first result for a name, also for the name in a link when it is not certain that the link means this place; map_url: the place that a map link or share link names; place_id: the query is a Place ID or feature id; cid: the query is a CID
             * @enum {string}
             */
            source: "search_result" | "map_url" | "place_id" | "cid";
            details: components["schemas"]["PlaceDetails"];
            /** @description CID, the same as in details */
            cid: string | null;
            /**
             * Format: uri
             * @description Link to the place, built from the Place ID
             */
            maps_url: string;
            /** @description Link to the place, built from the CID */
            maps_cid_url: string | null;
            /**
             * @description The map provider shows the place as permanently closed; one of the notices says the same. Absence does not prove that the place is open
             * @constant
             */
            permanently_closed?: true;
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
            /** @description All results of the search, in the order of the map provider; this place is the first. Present only when a name has several results */
            candidates?: components["schemas"]["PlaceCandidate"][];
            /** @description When the data was read; absent from results of earlier versions, YYYY-MM-DD HH:MM:SS in the configured time zone */
            checked_at?: string;
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
        } | {
            /** @constant */
            type: "result";
            /** @description Number of the result in the order of completion. Send it as `after` to continue with the next result */
            position: number;
            /** @description Position of the link in the list, from 0 */
            index: number;
            /** @description Line of the link in the upload, from 1; null for a JSON request */
            line: number | null;
            /** @description The link, identifier or name as received */
            query: string;
            /** @description Place ID of the place listed */
            place_id: string;
            /** @description Reviews returned, after the star filter, including partner reviews */
            reviews_count: number;
            /** @description The map provider's own reviews that were read, each counted once, before the star filter. Partner reviews are returned but not counted here, because total_reviews does not count them */
            reviews_read: number;
            /** @description The review count on the page of the place, without partner reviews; null when the page shows no count */
            total_reviews: number | null;
            /** @description Pages of up to 200 reviews that were begun, including partner reviews; 0 when there was nothing to read */
            pages_fetched: number;
            /** @description Whether the list ended and every review that the place counts was read. Only then stop_reason is end */
            complete: boolean;
            /**
             * @description end: the list ended, and every review that the place counts was read; max_pages: the requested number of pages was read; provider_limit: the map provider ends the list before its own count, or shows no count; limited_view: the page does not show signed-out visitors the whole list at the moment; withheld: the provider says that it withholds reviews of this place, or shows none beside a notice other than that the place is closed or takes no new reviews (see notices); not_shown: the page shows no review and does not state that there are none; interrupted: the provider stopped answering, or something on the page or in its answers cannot be relied on; deadline: the time limit was reached
             * @enum {string}
             */
            stop_reason: "end" | "max_pages" | "provider_limit" | "limited_view" | "withheld" | "not_shown" | "interrupted" | "deadline";
            /** @description Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less */
            notices?: components["schemas"]["Notice"][];
            reviews: components["schemas"]["Review"][];
            /** @description When the data was read; absent from results of earlier versions, YYYY-MM-DD HH:MM:SS in the configured time zone */
            checked_at?: string;
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
        } | {
            /** @constant */
            type: "error";
            /** @description Number of the result in the order of completion. Send it as `after` to continue with the next result */
            position: number;
            /** @description Position of the link in the list, from 0 */
            index: number;
            /** @description Line of the link in the upload, from 1; null for a JSON request */
            line: number | null;
            /** @description The url as received */
            review_url: string;
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
                /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                field?: string | null;
            };
            /** @description When the last attempt ended; absent from lines that could not be read, and from results of earlier versions, YYYY-MM-DD HH:MM:SS in the configured time zone */
            checked_at?: string;
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
        } | {
            /** @constant */
            type: "error";
            /** @description Number of the result in the order of completion. Send it as `after` to continue with the next result */
            position: number;
            /** @description Position of the link in the list, from 0 */
            index: number;
            /** @description Line of the link in the upload, from 1; null for a JSON request */
            line: number | null;
            /** @description The link, identifier or name as received */
            query: string;
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
                /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                field?: string | null;
            };
            /** @description When the last attempt ended; absent from lines that could not be read, and from results of earlier versions, YYYY-MM-DD HH:MM:SS in the configured time zone */
            checked_at?: string;
            /** @description `checked_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from results of earlier versions */
            checked_at_utc?: string;
        } | {
            /**
             * @description Sent while there is no new result, at least every 15 seconds
             * @constant
             */
            type: "progress";
            /** @description Results before this line */
            position: number;
            /** @description Links of the job */
            total: number;
            /** @description Links with a result, failures included */
            done: number;
            /** @description Reviews that are visible; only of review-visibility */
            visible?: number;
            /** @description Reviews that are not visible; only of review-visibility */
            not_visible?: number;
            /** @description Links whose result is a failure */
            failed: number;
            /** @description Number of failed links by error code */
            failures: {
                [key: string]: number;
            };
        } | {
            /** @constant */
            type: "summary";
            /** @description Results before this line */
            position: number;
            /**
             * @description waiting: no link has been asked yet; running: links are being asked; finished: every link has a result; cancelled: the client cancelled the job. finished and cancelled are final. deleted: only in the answer to a deletion
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "cancelled" | "deleted";
            /** @description Links of the job */
            total: number;
            /** @description Links with a result, failures included */
            done: number;
            /** @description Reviews that are visible; only of review-visibility */
            visible?: number;
            /** @description Reviews that are not visible; only of review-visibility */
            not_visible?: number;
            /** @description Links whose result is a failure */
            failed: number;
            /** @description Number of failed links by error code */
            failures: {
                [key: string]: number;
            };
        } | components["schemas"]["StreamFailure"];
        JobRequest: {
            /**
             * @description review-visibility: links to reviews; place-details: everything that /api/all accepts; place-reviews: Place IDs or feature ids
             * @enum {string}
             */
            type: "review-visibility" | "place-details" | "place-reviews";
            /** @description Links, identifiers or names that the type accepts */
            urls: string[];
            /** @description place-reviews: pages of up to 200 reviews to fetch */
            max_pages?: number;
            /** @description place-reviews: fewest stars to return */
            min_stars?: number;
            /** @description place-reviews: most stars to return */
            max_stars?: number;
        };
        /** @description A message of the Model Context Protocol */
        JsonRpcMessage: {
            /** @constant */
            jsonrpc: "2.0";
            method?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description review.appeared: a review is shown that the kept records of earlier checks do not have; review.edited: stars, text or number of photos of a review are different; reply.appeared: a reply of the owner is shown that earlier checks did not find; reply.edited: the reply of the owner is different; reply.withdrawn: the reply of the owner is no longer shown; review.not_visible: a review that was shown is not shown any more; visibility_reason says what is shown instead; review.missing: three lists in a row lack a review that they should show, and no check of its own page has a verdict; review.visible_again: a review that was not shown, or was missing, is shown again; place.rating_changed: rating or review count of the place are different; the sides have the fields that are different. A count counts as different when two checks in a row show it; notice.changed: the notices of the provider about the place are different; place.closed: the place is shown as temporarily or permanently closed; place.reopened: the place is no longer shown as closed; place.moved: the place has another address or another Place ID; place.gone: two checks in a row prove that the provider shows no such place; place.shown_again: a place that was gone is shown again; watch.trouble: checks of the subject fail; a failed check says nothing about the subject; watch.recovered: checks of the subject succeed again
         * @enum {string}
         */
        EventType: "review.appeared" | "review.edited" | "reply.appeared" | "reply.edited" | "reply.withdrawn" | "review.not_visible" | "review.missing" | "review.visible_again" | "place.rating_changed" | "notice.changed" | "place.closed" | "place.reopened" | "place.moved" | "place.gone" | "place.shown_again" | "watch.trouble" | "watch.recovered";
        Watch: {
            /** @description Id of the watch */
            id: string;
            /**
             * @description place: the place and all its reviews; review: one review
             * @enum {string}
             */
            kind: "place" | "review";
            /** @description The Place ID, or the link of the review */
            subject: string;
            /** @description Your own name for the subject */
            label: string | null;
            note: string | null;
            /** @description Hours between two checks */
            interval_hours: number;
            /**
             * @description on_loss: a pack when a review is not visible any more; always: also when a review is seen for the first time
             * @enum {string}
             */
            evidence: "on_loss" | "always" | "never";
            /** @description true: the data of this watch is kept beyond its retention time */
            legal_hold: boolean;
            /**
             * @description new: no check has ended yet; trouble: the last checks could not tell the state, or a field of the reviews cannot be read; watching: a place whose checks have results; visible, not_visible, never_visible: the verdict on a watched review (never_visible: no check has seen it)
             * @enum {string}
             */
            state: "new" | "watching" | "visible" | "not_visible" | "never_visible" | "trouble" | "paused";
            /** @description When the watch was added, YYYY-MM-DD HH:MM:SS in the configured time zone */
            created_at: string;
            /** @description `created_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            created_at_utc?: string;
            checked_at: string | null;
            checked_at_utc?: string | null;
            proven_at: string | null;
            proven_at_utc?: string | null;
            next_check_at: string | null;
            next_check_at_utc?: string | null;
            /** @description Why the last checks could not tell the state of the subject; null when the last check could */
            trouble: string | null;
            /** @description The id of your older watch of the same subject. The first check found that watch, and the service paused this one. null = no older watch was found. Resuming this watch clears the field */
            duplicate_of: string | null;
            place_name: string | null;
            /** @description null = not known, before the first result, or the place is gone */
            rating: number | null;
            /** @description null like `rating` */
            review_count: number | null;
            gone_at: string | null;
            gone_at_utc?: string | null;
            /** @description The last list of reviews that is a result; null = there is none. The provider lists at most about 4,490 reviews of a place */
            coverage: {
                /** @description Reviews that the list has */
                read: number;
                /** @description Reviews that the place counts */
                total: number | null;
                /** @description false: the watch covers only the newest `read` reviews */
                complete: boolean;
                /** @description When the list was read, YYYY-MM-DD HH:MM:SS in the configured time zone */
                at: string;
                /** @description `at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                at_utc?: string;
            } | null;
            /** @description Reviews of the ledger that the last check with a result saw */
            visible: number | null;
            /** @description Reviews of the ledger that are proven not visible */
            not_visible: number | null;
            /** @description Other reviews of the ledger that were visible, but the last check with a result did not see: its list does not reach them */
            not_seen_lately: number | null;
            oldest_sighting_at: string | null;
            oldest_sighting_at_utc?: string | null;
            /** @description Reviews that a list does not show although it should. A separate check will tell whether they are visible */
            unconfirmed: number | null;
            last_event_at: string | null;
            last_event_at_utc?: string | null;
            /** @description Path of the Atom feed of this watch. Where keys are configured, the path contains a token that can read only this feed, as long as the key is valid: keep the path secret, like a key. Only in answers about one watch, not in lists */
            feed_url?: string;
        };
        EventSide: {
            /** @description Average rating of the place */
            rating?: number | null;
            review_count?: number | null;
            /** @description Stars of the review */
            stars?: number | null;
            /** @description "" = a review without text */
            text?: string | null;
            photo_count?: number | null;
            /** @description null = the review has no reply */
            reply?: string | null;
            visibility_reason?: components["schemas"]["VisibilityReason"];
            notices?: {
                kind: components["schemas"]["NoticeKind"];
                text: string;
            }[];
            /** @description null = not shown as closed */
            closed?: ("temporarily" | "permanently") | null;
            address?: string | null;
            place_id?: string;
            /** @description Error code, or why the list of reviews was not complete */
            trouble?: string;
        };
        WatchEvent: {
            /** @description Increases with each event. Send it as `since` to get later events */
            seq: number;
            id: string;
            type: components["schemas"]["EventType"];
            /** @description When the check found the event, YYYY-MM-DD HH:MM:SS in the configured time zone */
            at: string;
            /**
             * Format: date-time
             * @description `at`, ISO 8601 in UTC
             */
            at_utc: string;
            watch_id: string;
            label: string | null;
            place_name: string | null;
            review_id: string | null;
            review_url: string | null;
            /** @description Name of the author of the review */
            author: string | null;
            before: components["schemas"]["EventSide"] | null;
            after: components["schemas"]["EventSide"] | null;
            /** @description The check that found the event */
            check_id: string;
            /** @description Whether there is an evidence pack: `GET /api/events/{id}/evidence` */
            evidence: boolean;
            last_seen_at: string | null;
            last_seen_at_utc?: string | null;
            first_missed_at: string | null;
            first_missed_at_utc?: string | null;
            /** @description Of review.not_visible: another review of the same author that the check saw at the place; it may have replaced this one */
            same_author_review_id: string | null;
        };
        WatchEvents: {
            /** @description The oldest first; the newest first with `order=newest` */
            events: components["schemas"]["WatchEvent"][];
            /** @description `since` of the next request, which returns later events */
            next: number;
            /** @description All events that match, including events beyond `limit`; only with `order=newest` */
            total?: number;
        };
        WatchChannel: {
            id: string;
            /** @enum {string} */
            kind: "webhook" | "email";
            /** @description Address of the webhook, or the mailbox */
            target: string;
            /**
             * @description daily: one e-mail a day
             * @enum {string}
             */
            pace: "at_once" | "daily";
            /**
             * @description Language of e-mails
             * @enum {string}
             */
            lang: "pl" | "en";
            /** @description null = all types */
            types: components["schemas"]["EventType"][] | null;
            /** @description When the channel was added, YYYY-MM-DD HH:MM:SS in the configured time zone */
            created_at: string;
            /** @description `created_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            created_at_utc?: string;
            ended_at: string | null;
            ended_at_utc?: string | null;
            /** @description Deliveries that have not ended */
            waiting: number;
            /** @description Why deliveries wait; null = they are sent. receiver: the mailbox was sent a code and has not confirmed; a mailbox that does not confirm for 7 days is removed. former_key: the key that made the channel was revoked, replaced or has expired, or the channel came from another owner; `POST /api/channels/{id}/confirm` confirms the channel. paused: the operator has paused everything of you. mail_limit: all e-mails of the day are sent (`MAILS_PER_OWNER`, `MAILS_PER_DAY`) */
            held: ("receiver" | "former_key" | "paused" | "mail_limit") | null;
            /** @description `whsec_…` of a webhook (Standard Webhooks); only in the answer that creates or rotates the secret */
            secret?: string;
        };
        WatchChannels: {
            /** @description The oldest first */
            channels: components["schemas"]["WatchChannel"][];
        };
        WatchDelivery: {
            /** @description `webhook-id`, the same in all attempts */
            id: string;
            /** @description null = a test delivery */
            event_id: string | null;
            /** @description When the event was found, YYYY-MM-DD HH:MM:SS in the configured time zone */
            created_at: string;
            /** @description `created_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            created_at_utc?: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "given_up" | "gone";
            next_attempt_at: string | null;
            next_attempt_at_utc?: string | null;
            /** @description The oldest first, at most the last 20 */
            attempts: {
                /** @description When the attempt was made, YYYY-MM-DD HH:MM:SS in the configured time zone */
                at: string;
                /** @description `at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                at_utc?: string;
                /** @description HTTP status; null = there was no answer, or the channel is an e-mail address */
                status: number | null;
                error: string | null;
            }[];
        };
        WatchDeliveries: {
            /** @description The newest first, at most 100 */
            deliveries: components["schemas"]["WatchDelivery"][];
        };
        WatchForecast: {
            /** @description Watches that are not paused, of all clients */
            watches: number;
            /** @description Page loads that their checks need in a day */
            loads_a_day: number;
            /** @description What PROVIDER_LOADS_PER_MINUTE allows in a day; null = no limit is set */
            loads_available_a_day: number | null;
            /** @description The share of the available loads that watches need */
            share_percent: number | null;
            /** @description The share from which new watches of this client are refused */
            limit_percent: number;
        };
        Watches: {
            /** @description Watches that need attention come first: watches with trouble, then the newest events */
            watches: components["schemas"]["Watch"][];
            /** @description Watches that match the filters */
            total: number;
            /** @description `after` of the next request; null = this was the last page */
            next: string | null;
        };
        LedgerReview: {
            review_id: string;
            review_url: string | null;
            /**
             * @description missing: a list does not show the review although it should. A separate check will tell whether the review is visible
             * @enum {string}
             */
            status: "visible" | "missing" | "not_visible";
            visibility_reason: components["schemas"]["VisibilityReason"] | null;
            /** @description When the status was found, YYYY-MM-DD HH:MM:SS in the configured time zone */
            status_at: string;
            /** @description `status_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            status_at_utc?: string;
            first_seen_at: string | null;
            first_seen_at_utc?: string | null;
            last_seen_at: string | null;
            last_seen_at_utc?: string | null;
            first_missed_at: string | null;
            first_missed_at_utc?: string | null;
            last_proof_at: string | null;
            last_proof_at_utc?: string | null;
            /** @description Whether there is an evidence pack of the first sighting: `GET /api/watches/{id}/evidence?review_id=` */
            evidence: boolean;
            /** @description The oldest first. A version begins when stars, text, number of photos or reply change */
            versions: {
                number: number;
                stars: number | null;
                text: string | null;
                photo_count: number | null;
                /** @description null = the review has no reply, or no check could read it */
                reply: string | null;
                author: string | null;
                /** @description As the provider worded it at `first_seen_at` */
                date: string | null;
                published_at: string | null;
                published_at_utc?: string | null;
                /** @description When a check saw this version for the first time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                first_seen_at: string;
                /** @description `first_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                first_seen_at_utc?: string;
                /** @description When a check saw this version for the last time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                last_seen_at: string;
                /** @description `last_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                last_seen_at_utc?: string;
            }[];
        };
        Ledger: {
            /** @description Not visible first, then the newest */
            reviews: components["schemas"]["LedgerReview"][];
            total: number;
            /** @description `after` of the next request; null = this was the last page */
            next: string | null;
        };
        WatchChecks: {
            checks: {
                id: string;
                /** @description When the check ended, YYYY-MM-DD HH:MM:SS in the configured time zone */
                at: string;
                /** @description `at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                at_utc?: string;
                loads: number;
                /** @description Why the check could not tell the state of the subject; null when it could */
                trouble: string | null;
                /** @description Whether the whole list was read; null = no list was read */
                complete: boolean | null;
                /** @description Reviews that were read */
                read: number | null;
                review_count: number | null;
                rating: number | null;
                /** @description Missing reviews that the next check will decide */
                left_over: number;
            }[];
        };
        WatchImport: {
            added: number;
            /** @description Subjects that were watched already */
            existing: number;
            refused: {
                index: number;
                subject: string;
                code: components["schemas"]["ErrorCode"];
                /** @description What failed, why, and what to do; its wording may change */
                message: string;
                reason?: components["schemas"]["RefusalReason"];
                /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                values?: {
                    [key: string]: string;
                };
            }[];
        };
        WatchImportRequest: {
            watches: {
                /** @description a place (link, Place ID, CID or name) or a link to a review */
                subject: string;
                /** @description Hours between two checks; by default 24 for a place, 6 for a review */
                interval_hours?: number;
                /** @description Your own name for the subject */
                label?: string | null;
                note?: string | null;
                /**
                 * @description When evidence packs are made; by default on_loss
                 * @enum {string}
                 */
                evidence?: "on_loss" | "always" | "never";
                /** @description true: the data of this watch is kept beyond its retention time, and the watch cannot be removed */
                legal_hold?: boolean;
            }[];
        };
        WatchChange: {
            /** @description Hours between two checks; by default 24 for a place, 6 for a review */
            interval_hours?: number;
            /** @description Your own name for the subject */
            label?: string | null;
            note?: string | null;
            /**
             * @description When evidence packs are made; by default on_loss
             * @enum {string}
             */
            evidence?: "on_loss" | "always" | "never";
            /** @description true: the data of this watch is kept beyond its retention time, and the watch cannot be removed */
            legal_hold?: boolean;
            paused?: boolean;
        };
        WatchRequest: {
            /** @description a place (link, Place ID, CID or name) or a link to a review */
            subject: string;
            /** @description Hours between two checks; by default 24 for a place, 6 for a review */
            interval_hours?: number;
            /** @description Your own name for the subject */
            label?: string | null;
            note?: string | null;
            /**
             * @description When evidence packs are made; by default on_loss
             * @enum {string}
             */
            evidence?: "on_loss" | "always" | "never";
            /** @description true: the data of this watch is kept beyond its retention time, and the watch cannot be removed */
            legal_hold?: boolean;
        };
        WatchChannelRequest: {
            /** @enum {string} */
            kind: "webhook" | "email";
            /** @description the https address of a webhook, or an e-mail address */
            target: string;
            /**
             * @description daily: one e-mail a day at 7:00
             * @default at_once
             * @enum {string}
             */
            pace: "at_once" | "daily";
            /**
             * @description Language of e-mails
             * @default pl
             * @enum {string}
             */
            lang: "pl" | "en";
            /**
             * @description Only events of these types; null = events of all types
             * @default null
             */
            types: ("review.appeared" | "review.edited" | "reply.appeared" | "reply.edited" | "reply.withdrawn" | "review.not_visible" | "review.missing" | "review.visible_again" | "place.rating_changed" | "notice.changed" | "place.closed" | "place.reopened" | "place.moved" | "place.gone" | "place.shown_again" | "watch.trouble" | "watch.recovered")[] | null;
        };
        ConfirmChannelRequest: {
            /** @description The code of the e-mail */
            code?: string;
        };
        WatchExport: {
            watch: {
                /** @description Id of the watch */
                id: string;
                /**
                 * @description place: the place and all its reviews; review: one review
                 * @enum {string}
                 */
                kind: "place" | "review";
                /** @description Your own name for the subject */
                label: string | null;
                place_name: string | null;
                /** @description null = the subject is a link to a review, which is left out with pseudonyms */
                subject: string | null;
            };
            /** @description First day of the period, YYYY-MM-DD in the configured time zone */
            from: string;
            /** @description Last day of the period, YYYY-MM-DD in the configured time zone */
            to: string;
            /** @description When the record was written, YYYY-MM-DD HH:MM:SS in the configured time zone */
            made_at: string;
            /** @description `made_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
            made_at_utc?: string;
            /** @description IANA name of the time zone of all times */
            time_zone: string;
            /**
             * @description pseudonyms: the same author has the same number in one export; links and ids are left out
             * @enum {string}
             */
            authors: "pseudonyms" | "names";
            /** @description Checks in the period */
            checks: number;
            /** @description Checks in the period that could not tell the state */
            checks_without_result: number;
            /** @description From when to when the record knows the state of the subject */
            cover: {
                /** @description true: checks have results at both ends of the period, and nothing of it was deleted: without an event there was no change between two results. false: without an event it is not known whether anything changed */
                is_known: boolean;
                first_result_at: string | null;
                first_result_at_utc?: string | null;
                last_result_at: string | null;
                last_result_at_utc?: string | null;
                /** @description The longest time between two results of the period; null = there are not two results */
                longest_gap_hours: number | null;
                /** @description What was deleted of the period */
                deletions: {
                    /** @description When the data were deleted, YYYY-MM-DD in the configured time zone */
                    day: string;
                    /** @enum {string} */
                    cause: "retention" | "forgetting";
                    events: number;
                    reviews: number;
                    /** @description The oldest of the deleted data, YYYY-MM-DD in the configured time zone */
                    from: string;
                    /** @description The newest of the deleted data, YYYY-MM-DD in the configured time zone */
                    to: string;
                }[];
            };
            /** @description For each day, the last check with a result, as the check noted it */
            course: {
                day: string;
                rating: number | null;
                review_count: number | null;
                /** @description Reviews of the ledger that the check saw; null = not known */
                visible: number | null;
                /** @description Reviews of the ledger that were proven not visible */
                not_visible: number | null;
                /** @description Other reviews of the ledger: the check did not see them */
                unknown: number | null;
            }[];
            /** @description The reviews that the events are about, in the order of their first sighting. If the watch is of one review, always that review */
            reviews: {
                review_url: string | null;
                /**
                 * @description missing: a list does not show the review although it should. A separate check will tell whether the review is visible
                 * @enum {string}
                 */
                status: "visible" | "missing" | "not_visible";
                visibility_reason: components["schemas"]["VisibilityReason"] | null;
                /** @description When the status was found, YYYY-MM-DD HH:MM:SS in the configured time zone */
                status_at: string;
                /** @description `status_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                status_at_utc?: string;
                first_seen_at: string | null;
                first_seen_at_utc?: string | null;
                last_seen_at: string | null;
                last_seen_at_utc?: string | null;
                first_missed_at: string | null;
                first_missed_at_utc?: string | null;
                last_proof_at: string | null;
                last_proof_at_utc?: string | null;
                /** @description The oldest first. A version begins when stars, text, number of photos or reply change */
                versions: {
                    number: number;
                    stars: number | null;
                    text: string | null;
                    photo_count: number | null;
                    /** @description null = the review has no reply, or no check could read it */
                    reply: string | null;
                    author: string | null;
                    /** @description As the provider worded it at `first_seen_at` */
                    date: string | null;
                    published_at: string | null;
                    published_at_utc?: string | null;
                    /** @description When a check saw this version for the first time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                    first_seen_at: string;
                    /** @description `first_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                    first_seen_at_utc?: string;
                    /** @description When a check saw this version for the last time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                    last_seen_at: string;
                    /** @description `last_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                    last_seen_at_utc?: string;
                }[];
                number: number;
                author: string | null;
                review_id: string | null;
            }[];
            /** @description The oldest first */
            events: {
                id: string;
                type: components["schemas"]["EventType"];
                /** @description When the check found the event, YYYY-MM-DD HH:MM:SS in the configured time zone */
                at: string;
                /**
                 * Format: date-time
                 * @description `at`, ISO 8601 in UTC
                 */
                at_utc: string;
                before: components["schemas"]["EventSide"] | null;
                after: components["schemas"]["EventSide"] | null;
                last_seen_at: string | null;
                last_seen_at_utc?: string | null;
                first_missed_at: string | null;
                first_missed_at_utc?: string | null;
                /** @description Whether the check that lost the review saw another review of the same author */
                same_author_visible: boolean;
                check_id: string;
                evidence: boolean;
                /** @description `number` of the review that the event is about; null = the event is about the place */
                review: number | null;
            }[];
        };
        WatchAuthorData: {
            author_id: string;
            forgotten_at: string | null;
            forgotten_at_utc?: string | null;
            reviews: {
                watch_id: string;
                label: string | null;
                review_id: string;
                review_url: string | null;
                /**
                 * @description missing: a list does not show the review although it should. A separate check will tell whether the review is visible
                 * @enum {string}
                 */
                status: "visible" | "missing" | "not_visible";
                visibility_reason: components["schemas"]["VisibilityReason"] | null;
                /** @description When the status was found, YYYY-MM-DD HH:MM:SS in the configured time zone */
                status_at: string;
                /** @description `status_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                status_at_utc?: string;
                first_seen_at: string | null;
                first_seen_at_utc?: string | null;
                last_seen_at: string | null;
                last_seen_at_utc?: string | null;
                first_missed_at: string | null;
                first_missed_at_utc?: string | null;
                last_proof_at: string | null;
                last_proof_at_utc?: string | null;
                evidence: string | null;
                /** @description The oldest first. A version begins when stars, text, number of photos or reply change */
                versions: {
                    number: number;
                    stars: number | null;
                    text: string | null;
                    photo_count: number | null;
                    /** @description null = the review has no reply, or no check could read it */
                    reply: string | null;
                    author: string | null;
                    /** @description As the provider worded it at `first_seen_at` */
                    date: string | null;
                    published_at: string | null;
                    published_at_utc?: string | null;
                    /** @description When a check saw this version for the first time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                    first_seen_at: string;
                    /** @description `first_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                    first_seen_at_utc?: string;
                    /** @description When a check saw this version for the last time, YYYY-MM-DD HH:MM:SS in the configured time zone */
                    last_seen_at: string;
                    /** @description `last_seen_at` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ; absent from answers of earlier versions */
                    last_seen_at_utc?: string;
                }[];
            }[];
            events: {
                id: string;
                type: components["schemas"]["EventType"];
                /** @description When the check found the event, YYYY-MM-DD HH:MM:SS in the configured time zone */
                at: string;
                /**
                 * Format: date-time
                 * @description `at`, ISO 8601 in UTC
                 */
                at_utc: string;
                before: components["schemas"]["EventSide"] | null;
                after: components["schemas"]["EventSide"] | null;
                watch_id: string;
                label: string | null;
                review_id: string;
                evidence: string | null;
            }[];
        };
        WatchForgotten: {
            /** @description Reviews that were deleted with their versions */
            reviews: number;
            events: number;
            /** @description Evidence packs that were deleted */
            packs: number;
            /** @description Reviews that were deleted from the results of your jobs */
            job_reviews: number;
            /** @description Ids of the removed watches; each watched a single review of the author */
            watches: string[];
            /** @description Watches on legal hold: their data about the author is kept until the hold ends */
            held: {
                watch_id: string;
                label: string | null;
                reviews: number;
            }[];
        };
        ForgetAuthorRequest: {
            /** @description the id of an author, or a link to the profile */
            author: string;
        };
        Owner: {
            /** @description The keyed hash of the name */
            id: string;
            /** @description `key <name>`, `team <team>`, or `everybody` where no keys are configured; null = the owner of things of an earlier version, whose name the service does not know */
            name: string | null;
            /** @description The names of the usable keys of the owner */
            keys: string[];
            /**
             * @description paused: by the operator. gone: the owner has no usable key. The watches of both pause, their deliveries are held, and their jobs wait
             * @enum {string}
             */
            state: "active" | "paused" | "gone";
            watches: number;
            channels: number;
            deliveries_waiting: number;
            /** @description Open jobs */
            jobs: number;
            gone_at: string | null;
            gone_at_utc?: string | null;
            ends_at: string | null;
            ends_at_utc?: string | null;
            paused_at: string | null;
            paused_at_utc?: string | null;
        };
        Owners: {
            /** @description By name */
            owners: components["schemas"]["Owner"][];
        };
        HandOverRequest: {
            /** @description the name of an owner: key <name>, team <team> or everybody */
            to: string;
        };
        Capabilities: {
            /** @description Whether this client may use jobs. The database itself may be unreachable at the moment */
            jobs: boolean;
            /** @description Why this client may not use jobs: the message of `/api/jobs`; null when the client may */
            jobs_refusal: string | null;
            /** @description The `reason` of the refusal, for programs that translate it; null without a refusal */
            jobs_refusal_reason?: components["schemas"]["RefusalReason"] | null;
            /** @description The values in the message of `reason`, by name; `{}` when the message has none */
            jobs_refusal_values?: {
                [key: string]: string;
            };
            /** @description Whether this service makes evidence packs */
            evidence: boolean;
            /** @description Why this service makes no evidence packs: the message of `/api/review-evidence`; null when it makes them */
            evidence_refusal: string | null;
            /** @description The `reason` of the refusal, for programs that translate it; null without a refusal */
            evidence_refusal_reason?: components["schemas"]["RefusalReason"] | null;
            /** @description The values in the message of `reason`, by name; `{}` when the message has none */
            evidence_refusal_values?: {
                [key: string]: string;
            };
            /** @description Whether this client may watch subjects. The database itself may be unreachable at the moment */
            watch: boolean;
            /** @description Why this client may not watch subjects: the message of `/api/watches`; null when the client may */
            watch_refusal: string | null;
            /** @description The `reason` of the refusal, for programs that translate it; null without a refusal */
            watch_refusal_reason?: components["schemas"]["RefusalReason"] | null;
            /** @description The values in the message of `reason`, by name; `{}` when the message has none */
            watch_refusal_values?: {
                [key: string]: string;
            };
        };
        Alive: {
            /**
             * @description The process is running; nothing else is checked
             * @constant
             */
            status: "ok";
        };
        Readiness: {
            /**
             * @description ready with status 200, not_ready with 503
             * @enum {string}
             */
            status: "ready" | "not_ready";
            checks: {
                /**
                 * @description ok: Chromium answers within two seconds; idle: Chromium is closed because no request uses it, and starts again with the next request that needs it; unavailable: Chromium does not answer; unchecked: the service is shutting down
                 * @enum {string}
                 */
                browser: "ok" | "idle" | "unavailable" | "unchecked";
                /**
                 * @description blocked while loads are paused after a block page; ok again when the next load may be tried
                 * @enum {string}
                 */
                provider: "ok" | "blocked";
                /**
                 * @description Whether negative answers, such as "not visible", can be given. ok: the last control (something known to be visible) was shown in full; unproven: no control has been read yet, the next negative answer reads one; suspended: a control was not shown. Negative answers are given again after three good controls in a row over 30 seconds. Never a reason for 503
                 * @enum {string}
                 */
                verdicts: "ok" | "unproven" | "suspended";
                /** @description Fields of the provider that are found in less than half as many answers as usual, as source.field; empty = none. Sources: payload (data of a place), panel (the page of a place), record (data of a review), card (a review as shown), search, form (the outer form of an answer or page). Answers are given all the same. Never a reason for 503 */
                drift: string[];
                /**
                 * @description Only with PostgreSQL. degraded: PostgreSQL cannot be used, and this replica goes on from its own state. Never a reason for 503
                 * @enum {string}
                 */
                shared_state?: "ok" | "degraded";
                /**
                 * @description Only with a database. unavailable: the database cannot be used, and checks of watched subjects wait. Never a reason for 503
                 * @enum {string}
                 */
                watch?: "ok" | "unavailable";
                /** @description Only while the service cannot write to the folder of DATA_DIR: why, in a sentence. Jobs, watches and evidence packs answer 503 with the same sentence until the service is started again. Never a reason for 503 */
                data_folder?: string;
                /**
                 * @description Only where evidence packs of watches are kept. full: EVIDENCE_MAX_MB is reached, or the disk has less than 10 MB left, and no pack is stored; unavailable: the folder cannot be read. Checks and events go on. Never a reason for 503
                 * @enum {string}
                 */
                evidence_store?: "ok" | "full" | "unavailable";
                /** @description true once the service is shutting down */
                shutdown: boolean;
            };
            /** @description The browser in use. The service logs an age above 60 days and stays ready */
            chromium: {
                /** @description null before the first launch */
                version: string | null;
                /** @description Days since Chromium was built, by the time stamp of the program file; null when unknown */
                age_days: number | null;
            };
        };
    };
    responses: {
        /**
         * @description - `invalid_request`: A parameter, a link or the body is missing or not valid, or the request came under a foreign host name or from another web site; the message says which and why. Correct the request.
         *     - `unknown_parameter`: The query has a parameter that this endpoint does not have; the message names the most similar parameter. Correct the name, or leave the parameter out.
         */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "invalid_request" | "unknown_parameter";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `unauthorized`: The service is configured with API keys, and this request has no key, two different keys, a wrong or expired key, or a key that is not valid for this endpoint. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "unauthorized";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `no_results`: The map provider shows no such place, or the share link leads nowhere. */
        NoResults: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "no_results";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `rate_limited`: The points of this minute are used up, or too many lists, bulk checks or jobs of this client are open, or its jobs hold too many links. Wait for `Retry-After` seconds; a refused request costs no points. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "rate_limited";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `job_not_found`: There is no such job of this client, or its results have expired. */
        JobNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "job_not_found";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description A failure says nothing about a place or review.
         *
         *     - `api_disabled`: The API is switched off.
         *     - `shutting_down`: The service is shutting down. Try again shortly.
         *     - `jobs_unavailable`: Jobs need a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which.
         */
        JobsUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "api_disabled" | "shutting_down" | "jobs_unavailable";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description A failure says nothing about a place or review.
         *
         *     - `evidence_unavailable`: Evidence packs are signed, and this service has no key for signatures, or cannot make or use it. The message says which.
         *     - `api_disabled`: The API is switched off.
         *     - `shutting_down`: The service is shutting down. Try again shortly.
         *     - `overloaded`: Too many requests are waiting for a browser page, or too many lists are running.
         *     - `deadline_exceeded`: The answer was not ready before the deadline.
         *     - `browser_unavailable`: Chromium cannot be started, or crashed twice.
         *     - `provider_blocked`: The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds.
         *     - `provider_unavailable`: The map provider does not answer, or its answer cannot be used.
         */
        EvidenceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "evidence_unavailable" | "api_disabled" | "shutting_down" | "overloaded" | "deadline_exceeded" | "browser_unavailable" | "provider_blocked" | "provider_unavailable";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description A failure says nothing about a place or review.
         *
         *     - `watch_unavailable`: The watch needs a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which.
         *     - `api_disabled`: The API is switched off.
         *     - `shutting_down`: The service is shutting down. Try again shortly.
         *     - `overloaded`: Too many requests are waiting for a browser page, or too many lists are running.
         *     - `deadline_exceeded`: The answer was not ready before the deadline.
         *     - `browser_unavailable`: Chromium cannot be started, or crashed twice.
         *     - `provider_blocked`: The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds.
         *     - `provider_unavailable`: The map provider does not answer, or its answer cannot be used.
         */
        WatchUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "watch_unavailable" | "api_disabled" | "shutting_down" | "overloaded" | "deadline_exceeded" | "browser_unavailable" | "provider_blocked" | "provider_unavailable";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `watch_not_found`: There is no such watch, event or channel of this client. */
        WatchNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "watch_not_found";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `watch_exists`: This client watches the subject already; `existing_id` is the id of the watch. */
        WatchExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "watch_exists";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /** @description - `internal_error`: A bug of this service. Report it with the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "internal_error";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description A failure says nothing about a place or review.
         *
         *     - `api_disabled`: The API is switched off.
         *     - `shutting_down`: The service is shutting down. Try again shortly.
         */
        SwitchedOff: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "api_disabled" | "shutting_down";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description A failure says nothing about a place or review.
         *
         *     - `api_disabled`: The API is switched off.
         *     - `shutting_down`: The service is shutting down. Try again shortly.
         *     - `overloaded`: Too many requests are waiting for a browser page, or too many lists are running.
         *     - `deadline_exceeded`: The answer was not ready before the deadline.
         *     - `browser_unavailable`: Chromium cannot be started, or crashed twice.
         *     - `provider_blocked`: The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds.
         *     - `provider_unavailable`: The map provider does not answer, or its answer cannot be used.
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "error";
                    error: {
                        /**
                         * @description Stable name of the failure. Programs should depend on this name, not on the message
                         * @enum {string}
                         */
                        code: "api_disabled" | "shutting_down" | "overloaded" | "deadline_exceeded" | "browser_unavailable" | "provider_blocked" | "provider_unavailable";
                        /** @description What failed, why, and what to do; its wording may change */
                        message: string;
                        reason?: components["schemas"]["RefusalReason"];
                        /** @description The values in the message of `reason`, by name; `{}` when the message has none */
                        values?: {
                            [key: string]: string;
                        };
                        /** @description Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault */
                        field?: string | null;
                        /** @description Only with `watch_exists`: the id of the watch of this subject */
                        existing_id?: string;
                        /** @description The X-Request-Id of this answer */
                        request_id: string;
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the log of the service: the id that you sent if it was valid, else a new id.
         * @example 0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40
         */
        "X-Request-Id": string;
        /**
         * @description Whether the answer came from the cache. Absent where no lookup was needed, and where the service has keys: it would reveal the queries of other clients.
         * @example miss
         */
        "X-Cache": "hit" | "miss";
        /**
         * @description Seconds the answer has been in the cache; 0 for a miss. Sent together with `X-Cache`.
         * @example 0
         */
        Age: number;
        /**
         * @description Answers of the API are for one client only: `private, no-store`. Momentary states have `no-store`.
         * @example private, no-store
         */
        "Cache-Control": string;
        /**
         * @description What the answer depends on besides its URL: the key and the accepted media type.
         * @example X-API-Key, Authorization, Accept
         */
        Vary: string;
        /**
         * @description Changes with the document.
         * @example "Yb2f0Xl"
         */
        ETag: string;
        /**
         * @description Where the state of the job is found.
         * @example /api/jobs/5f0c6e2a9b7d4c1e8a3f2b60
         */
        Location: string;
        /**
         * @description The name of the file. Absent if the answer is a stream of lines.
         * @example attachment; filename="review-visibility-2026-11-21-5f0c6e.csv"
         */
        "Content-Disposition": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 10
         */
        "Retry-After": number;
        /**
         * @description The scheme for sending a key.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The limit as in draft-ietf-httpapi-ratelimit-headers-08 and later: `q` points in a window of `w` seconds. Both RateLimit headers are absent where no limit is set.
         * @example "default";q=60;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The `r` points left, and the `t` seconds until all points are available again.
         * @example "default";r=59;t=60
         */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    search: {
        parameters: {
            query: {
                /** @description A place name, map link, share link, Place ID or CID */
                query: string;
            };
            header?: {
                /** @description `no-cache` asks the map provider even if the answer is in the cache. */
                "Cache-Control"?: string;
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Age: components["headers"]["Age"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SearchData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    details: {
        parameters: {
            query: {
                /** @description A Place ID such as ChIJ… or a feature id 0x…:0x… */
                placeid: string;
            };
            header?: {
                /** @description `no-cache` asks the map provider even if the answer is in the cache. */
                "Cache-Control"?: string;
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Age: components["headers"]["Age"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["DetailsData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    all: {
        parameters: {
            query: {
                /** @description A map link, share link, Place ID, CID or place name */
                url: string;
            };
            header?: {
                /** @description `no-cache` asks the map provider even if the answer is in the cache. */
                "Cache-Control"?: string;
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Age: components["headers"]["Age"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AllData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    convert: {
        parameters: {
            query?: never;
            header?: {
                /** @description `no-cache` asks the map provider even if the answer is in the cache. */
                "Cache-Control"?: string;
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConvertRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "X-Cache": components["headers"]["X-Cache"];
                    Age: components["headers"]["Age"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ConvertData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeReviews: {
        parameters: {
            query: {
                /** @description A Place ID such as ChIJ… or a feature id 0x…:0x… */
                placeid: string;
                /** @description Pages of up to 200 reviews to fetch */
                max_pages?: number;
                /** @description Fewest stars to return */
                min_stars?: number;
                /** @description Most stars to return */
                max_stars?: number;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, as a whole or line by line: one JSON object per line. The schema of `application/x-ndjson` describes one line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceReviewsData"];
                    };
                    "application/x-ndjson": components["schemas"]["PlaceReviewsLine"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reviewVisibility: {
        parameters: {
            query: {
                /** @description A link to a review, shortened or full */
                url: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["VisibilityData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkReviewVisibility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkVisibilityRequest"];
            };
        };
        responses: {
            /** @description The answer, as a whole or line by line: one JSON object per line. The schema of `application/x-ndjson` describes one line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkVisibilityLine"];
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BulkVisibilityData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SwitchedOff"];
        };
    };
    reviewDetails: {
        parameters: {
            query: {
                /** @description A link to a review, shortened or full */
                url: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ReviewDetailsData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reviewEvidence: {
        parameters: {
            query: {
                /** @description A link to a review, shortened or full */
                url: string;
                /** @description Language of the report and of the instructions */
                lang?: "pl" | "en";
                /** @description Others: reviews by other authors are covered in the pictures */
                blur?: "others" | "none";
                /** @description Author of the review */
                seen_author?: string;
                /** @description Stars of the review */
                seen_rating?: number;
                /** @description Text of the review; "" = stars only */
                seen_text?: string;
                /** @description When the client saw the review: YYYY-MM-DD, or ISO 8601 with the time zone */
                seen_on?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["EvidenceUnavailable"];
        };
    };
    reviewEvidenceList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvidenceListRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["EvidenceUnavailable"];
        };
    };
    evidenceKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EvidenceKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["EvidenceUnavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Maximum number of jobs in the answer */
                limit?: number;
                /** @description The id of a job; only older jobs are listed */
                before?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["JobsData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    createJob: {
        parameters: {
            query?: {
                /** @description For an upload: what to do with its links */
                type?: "review-visibility" | "place-details" | "place-reviews";
                /** @description For a CSV: heading or number, from 1, of the column to read */
                column?: string;
                /** @description Place-reviews: pages of up to 200 reviews to fetch */
                max_pages?: number;
                /** @description Place-reviews: fewest stars to return */
                min_stars?: number;
                /** @description Place-reviews: most stars to return */
                max_stars?: number;
            };
            header?: {
                /** @description Up to 255 visible ASCII characters. A second request with the same key and content returns the job of the first request; a request with the same key and other content returns 400. Keys are remembered for `JOB_RETENTION_HOURS`. */
                "Idempotency-Key"?: string;
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
                "application/x-ndjson": string;
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    jobStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: {
                /** @description True: a job that has ended is deleted with its results; an open job is only cancelled */
                delete_ended?: "true" | "false";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    jobResults: {
        parameters: {
            query?: {
                /** @description Only for lines: start after the result with this `position` */
                after?: number;
                /** @description Csv and xlsx: the whole table, when the job has ended, or with `partial=true` */
                format?: "ndjson" | "csv" | "xlsx";
                /** @description True: returns a table even if the job has not ended, with the results so far */
                partial?: "true" | "false";
                /** @description Language of the headings of a table. In Polish, csv has `;` as separator and a decimal comma */
                lang?: "pl" | "en";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, as a whole or line by line: one JSON object per line. The schema of `application/x-ndjson` describes one line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["JobLine"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    finishJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["JobsUnavailable"];
        };
    };
    listWatches: {
        parameters: {
            query?: {
                /** @description State */
                state?: "new" | "watching" | "visible" | "not_visible" | "never_visible" | "trouble" | "paused" | "attention";
                /** @description Kind */
                kind?: "place" | "review";
                /** @description A part of label, note, subject or name of the place */
                query?: string;
                /** @description Maximum number of entries in the answer */
                limit?: number;
                /** @description `next` of the previous answer */
                after?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watches"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    addWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoResults"];
            409: components["responses"]["WatchExists"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    importWatches: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchImportRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchImport"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    getWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    removeWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    changeWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    checkWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Watch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchReviews: {
        parameters: {
            query?: {
                /** @description Status */
                status?: "visible" | "missing" | "not_visible";
                /** @description Maximum number of entries in the answer */
                limit?: number;
                /** @description `next` of the previous answer */
                after?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Ledger"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchChecks: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in the answer */
                limit?: number;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChecks"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchEvents: {
        parameters: {
            query?: {
                /** @description `next` of the previous answer; 0 = from the first event */
                since?: number;
                /** @description Maximum number of events in the answer */
                limit?: number;
                /** @description Newest: the newest events after `since`, the newest first, and `total`, the number of all of them */
                order?: "oldest" | "newest";
                /** @description Only events of these types, separated by commas */
                types?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchEvents"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `next` of the previous answer; 0 = from the first event */
                since?: number;
                /** @description Maximum number of events in the answer */
                limit?: number;
                /** @description Newest: the newest events after `since`, the newest first, and `total`, the number of all of them */
                order?: "oldest" | "newest";
                /** @description Only events of these types, separated by commas */
                types?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchEvents"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    eventEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of an event */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    firstSightingEvidence: {
        parameters: {
            query: {
                /** @description The id of a review of the ledger */
                review_id: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchExport: {
        parameters: {
            query?: {
                /** @description Format */
                format?: "json" | "pdf" | "xlsx";
                /** @description Language of the file */
                lang?: "pl" | "en";
                /** @description First day, in the time zone of the service; by default the day when the watch was added */
                from?: string;
                /** @description Last day; by default today */
                to?: string;
                /** @description Authors */
                authors?: "pseudonyms" | "names";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchExport"];
                    };
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    forgetAuthor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgetAuthorRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchForgotten"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    authorData: {
        parameters: {
            query: {
                /** @description The id of an author, or a link to the profile */
                author: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchAuthorData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    eventsFeed: {
        parameters: {
            query?: {
                /** @description Lang */
                lang?: "pl" | "en";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchFeed: {
        parameters: {
            query?: {
                /** @description Lang */
                lang?: "pl" | "en";
                /** @description The token in `feed_url` of the watch, instead of a key */
                token?: string;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a watch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChannels"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    addChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchChannelRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    removeChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a channel */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    rotateChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a channel */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    confirmChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a channel */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmChannelRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a channel */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchDelivery"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    channelDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of a channel */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchDeliveries"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    watchForecast: {
        parameters: {
            query?: {
                /** @description Subjects that you might add */
                subjects?: number;
                /** @description Kind */
                kind?: "place" | "review";
                /** @description Interval_hours */
                interval_hours?: number;
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WatchForecast"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    listOwners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Owners"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    pauseOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of an owner */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Owner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    resumeOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of an owner */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Owner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    handOverOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of an owner */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOverRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Owner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    removeOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of an owner */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Owner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WatchNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WatchUnavailable"];
        };
    };
    doctor: {
        parameters: {
            query?: {
                /** @description True: one place and no list of reviews */
                quick?: "true" | "false";
                /** @description True: returns the last run and starts no new run */
                last?: "true" | "false";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Doctor"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    info: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["InfoData"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SwitchedOff"];
        };
    };
    capabilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Capabilities"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Not changed since the version in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    mcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonRpcMessage"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcMessage"];
                    "text/event-stream": string;
                };
            };
            /** @description The notification was accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Accept` must name `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcMessage"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SwitchedOff"];
        };
    };
    alive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    ready: {
        parameters: {
            query?: {
                /** @description Provider: ready also while loads are paused after a block page. For a balancer whose replicas are all blocked together: they still answer from caches, and say when to ask again */
                ignore?: "provider";
            };
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["InternalError"];
            /** @description Not ready; `checks` says why. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
}
