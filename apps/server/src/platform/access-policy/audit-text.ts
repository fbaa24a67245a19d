/** `Moved device {deviceid} to group {groupid}`: the names in braces. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** `/gkserver/fence/:index`: the names after colons. */
type NamesInPath<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesInPath<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type FieldsOf<Body> = Body extends unknown ? Extract<keyof Body, string> : never

/**
 * Makes the audit description of a call name only fields of its body (or query) and parts of its path. A description that
 * names anything else does not compile.
 */
export type AuditNames<Audit extends string, Body, Path extends string> =
  NamesIn<Audit> extends FieldsOf<Body> | NamesInPath<Path> ? string : never
