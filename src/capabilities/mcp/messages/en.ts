export const en = {
  jsonRpcNeeded: 'Send one JSON-RPC 2.0 message as a JSON object; a list of messages is not accepted.',
} as const;
