const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const names: Record<string, string> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** A shortcut as keyboards print it: `g l` as "G L", `mod+k` as "⌘ K" or "Ctrl K". */
export const printedKeys = (keys: string, apple = isApple): string =>
  keys
    .replace(/(?<=^|[ +])[A-Z]$/, 'shift+$&')
    .split(/(?<=.)[ +](?=.)/)
    .map(key =>
      key === 'mod'
        ? apple
          ? '⌘'
          : 'Ctrl'
        : key === 'shift'
          ? '⇧'
          : (names[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    )
    .join(' ')
