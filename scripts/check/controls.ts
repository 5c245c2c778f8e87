import type { SourceFile } from './sources.ts'

const nativeField = /type="(date|time|datetime-local|month|week)"/

/** Fields for dates and times that a browser draws in a way and an order of its own, a sentence each. */
export function controlProblems(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => {
      const [, type] = nativeField.exec(text) ?? []
      return type ? [`${path}: a field of type "${type}" looks different everywhere; use DateTimeField.`] : []
    })
}
