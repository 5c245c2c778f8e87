/** The launcher is plain JavaScript, which runs where nothing is installed yet. */
declare module '*/replaceBuild.mjs' {
  /** Puts a finished build in the place of the last one, at once; scripts of earlier builds stay for a week. */
  export function replaceBuild(web: string, built: string, now?: number): void
}
