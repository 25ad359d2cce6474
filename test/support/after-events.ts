// Something that happens at a certain moment of an answer.

/** Does the work at the first call. */
export function once(work: () => Promise<unknown>) {
  let first: Promise<unknown> | undefined;
  return () => (first ??= work());
}

/** The database, in which `then` has happened before an answer about events, or to another query, is handed out. */
export function afterEvents<Part extends object>(
  part: Part,
  then: () => Promise<unknown>,
  of = 'from "event"',
): Part {
  const isQuery = (value: unknown): value is { compile: () => { sql: string } } =>
    typeof value === 'object' && value !== null && 'compile' in value && 'execute' in value;
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given);
        if (isQuery(result)) return afterEvents(result, then, of);
        if (
          !/^execute(?:TakeFirst)?$/.test(String(name)) ||
          !isQuery(target) ||
          !target.compile().sql.includes(of)
        )
          return result;
        return Promise.resolve(result).then((rows) => then().then(() => rows));
      };
    },
  });
}
