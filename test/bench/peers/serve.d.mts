export declare function answer<T>(
  handle: (message: T) => unknown,
  more?: { readonly ready?: unknown; close?(): unknown },
): void;
