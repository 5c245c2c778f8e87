/** Longest name of a document. */
export const MAX_NAME = 200
/** Pages of one document at the most. */
export const MAX_PAGES = 2000
/** Files of one upload at the most. */
export const MAX_UPLOADED = 5
/** How long a link to a document opens it. */
export const LINK_MINUTES = 10

const EXTENSION = /\.pdf$/i

/** The name of a document as it is kept: one line without a path, and with the ending that says what it is. */
export function documentName(text: string): string {
  const base = text.split(/[/\\]/).at(-1) ?? ''
  const line = base
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(EXTENSION, '')
    .trim()
  return `${line.slice(0, MAX_NAME - 4) || 'Document'}.pdf`
}

/** Names for the files of an archive: of several with one name, the later ones get a number. */
export function archiveNames(names: readonly string[]): string[] {
  const given = new Set<string>()
  return names.map(name => {
    const stem = name.replace(EXTENSION, '').replace(/[<>:"|?*]/g, '_')
    let unique = `${stem}.pdf`
    for (let n = 2; given.has(unique.toLowerCase()); n++) unique = `${stem} (${n}).pdf`
    given.add(unique.toLowerCase())
    return unique
  })
}

/** Whether a document was looked through for malware: no scanner; one that has not answered yet; its word. */
export const scanStates = ['unscanned', 'pending', 'clean', 'infected'] as const
export type ScanState = (typeof scanStates)[number]

/** Why a document cannot be opened, in a sentence; `null` when it can. */
export function whyNotOpen({ name, scan }: { name: string; scan: ScanState }): string | null {
  if (scan === 'infected') return `${name} contains malware and cannot be opened.`
  if (scan === 'pending')
    return `${name} has not been checked for malware yet, as the scanner does not answer. It is checked as soon as it does.`
  return null
}

/** What is wrong with a file, in words for whoever uploads it. */
export const fileProblems = {
  not_pdf: 'is not a PDF. Documents of deals are PDF files.',
  encrypted: 'is protected with a password. Remove the password and upload it again.',
  damaged: 'is damaged and cannot be read. Export or scan it again.',
  empty: 'has no pages.',
  long: `has more than ${MAX_PAGES} pages. Split it and upload the parts.`,
  infected: 'contains malware and was not stored.',
  unscannable: 'is too large to be checked for malware. Split it and upload the parts.',
} as const
export type FileProblem = keyof typeof fileProblems

/** The sentence about one file. */
export const fileSentence = (name: string, problem: FileProblem): string => `${name} ${fileProblems[problem]}`
