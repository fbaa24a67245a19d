/**
 * Users and groups on the main channel (VCP-128, VCP-129), for programs of older systems: the function in `F` is the HTTP call of that name,
 * the method of the call is in `T`, its body is the payload, and so is the answer. Without `T` it reads.
 */
export const DIRECTORY = 'S04'

export const directoryFunctions = ['userlist', 'usergroup', 'groupdevice'] as const
export type DirectoryFunction = (typeof directoryFunctions)[number]

const directoryMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type DirectoryMethod = (typeof directoryMethods)[number]

/** Both methods of the list of users read it. */
export function readsDirectory({ F = '', T = 'GET' }: Readonly<Record<string, string>>): boolean {
  return T === 'GET' || F === 'userlist'
}

/** `null` for a function or a method that does not exist. */
export function decodeDirectory({ F = '', T = 'GET' }: Readonly<Record<string, string>>) {
  const name = directoryFunctions.find((one) => one === F)
  const method = directoryMethods.find((one) => one === T)
  return name === undefined || method === undefined ? null : { name, method }
}
