import type { Server } from 'node:http';

type Close = () => unknown;
export declare function serve(
  routes: Readonly<Record<string, (argument: string) => unknown>>,
  close?: Close,
): void;
export declare function announce(server: Server, close?: Close): void;
