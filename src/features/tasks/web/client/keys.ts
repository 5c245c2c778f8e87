/** Under what the cache holds tasks. */
export const taskKeys = {
  all: ['tasks'] as const,
  lists: ['tasks', 'list'] as const,
  counts: ['tasks', 'counts'] as const,
}
