// Text for a shell.

/** A word of a command line, in quotes if it needs them. */
export const quoted = (text: string) =>
  /^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
