type Close = () => unknown;
export declare function serve(
  routes: Readonly<Record<string, (argument: string) => unknown>>,
  close?: Close,
): void;
