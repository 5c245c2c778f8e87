/** Why Keyturn cannot start, as a sentence that says what to do; shown without a stack trace. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/** The system's code of an error, such as `ENOSPC` or `EACCES`; `null` when it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

const diskSentences: Record<string, (path: string) => string> = {
  ENOSPC: path => `The disk of ${path} is full. Make room, then start again.`,
  EDQUOT: path => `The disk quota of ${path} is used up. Make room, then start again.`,
  EROFS: path => `${path} is on a read-only disk. Set KEYTURN_DATA to a folder that can be written.`,
  EACCES: path => `This user may not write to ${path}. Change who owns it, or set KEYTURN_DATA to another folder.`,
  EPERM: path => `This user may not write to ${path}. Change who owns it, or set KEYTURN_DATA to another folder.`,
  ENOTDIR: path => `${path} is not a folder. Set KEYTURN_DATA to a folder that can be written.`,
}

/** Runs work on a folder; what the disk refuses becomes a sentence. */
export async function onDisk<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const sentence = diskSentences[errorCode(error) ?? '']
    throw sentence ? new StartError(sentence(path), { cause: error }) : error
  }
}
