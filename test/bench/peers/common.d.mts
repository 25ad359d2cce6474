export declare function isPlaceData(response: { url(): string }): boolean;
export declare function placeUrl(placeId: string): string;
