export declare function placeFields(body: string): object;
