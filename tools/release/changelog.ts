/** The entries of one version of a CHANGELOG.md (keepachangelog.com), without its heading; empty when it has none. */
export function entriesOf(text: string, version: string): string {
  const section = text.split(/^## /m).find((each) => each.startsWith(`[${version}] - `))
  return section?.slice(section.indexOf('\n')).trim() ?? ''
}

/** Whether something breaks for clients in the versions above `version`, the unreleased one too. */
export function tellsOfBreaksSince(text: string, version: string): boolean {
  return /^### Breaking\n+- /m.test(text.split(`\n## [${version}]`)[0] ?? '')
}
