/** Reads a CHANGELOG.md in the form of keepachangelog.com. */
export function entriesOf(text: string, version: string): string {
  const section = text.split(/^## /m).find((each) => each.startsWith(`[${version}] - `))
  return section?.slice(section.indexOf('\n')).trim() ?? ''
}

/** Whether the versions above `version`, including unreleased changes, break clients. */
export function announcesBreaksSince(text: string, version: string): boolean {
  return /^### Breaking\n+- /m.test(text.split(`\n## [${version}]`)[0] ?? '')
}
