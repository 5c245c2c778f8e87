/** Where zod reads its settings from when it arrives; `z.config` would bring all of it into the first script. */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// The page forbids code made from text. Told so, zod does not try, and the browser has nothing to report.
globalThis.__zod_globalConfig ??= {}
globalThis.__zod_globalConfig.jitless = true

export {}
