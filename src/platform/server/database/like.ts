/** Text as it stands in a LIKE pattern: its own wildcards mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)
