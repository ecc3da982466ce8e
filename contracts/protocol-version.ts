/**
 * The version of the browser-facing protocol and a hash of every schema that crosses it. The protocol
 * test recomputes the hash: a changed schema needs a new hash, a line in HISTORY, and a version step
 * where a reader of the old shape would be wrong.
 */
export const PROTOCOL = { min: 1, max: 1 } as const

export const SCHEMA_HASH = "7893470426a88f4cd202f8750bf9e5913d789433ac85c77f35c2f15503e6449b"

/** @internal The protocol's test holds it to the schemas. */
export const HISTORY: ReadonlyArray<{ readonly hash: string; readonly change: string }> = [
  {
    hash: "01cef81181c0d449559897a030bb77afe69b82acd8d8f7fd620818ad629dce7d",
    change: "first version",
  },
  {
    hash: "5ec2122bfab8717a77b8c1c9ad5f87e574b806891542ebc19c482bfdc30b5f55",
    change:
      "accounts: facts and commands of passwords, addresses, names, links, deletion, open sessions and " +
      "the age check; every dialog's name; ConsentChosen; Register's fingerprint",
  },
  {
    hash: "f61e89f299a390ac1ec2888da03fe2353b65fd0160294ec571dd05415b0282ad",
    change: "the favourites of a member as a fact, the wish to message as a client fact",
  },
  {
    hash: "9cc6cf9e88e9902073afa3625208ce3601f1ecbaff289eb754aa88884b7f35db",
    change: "whether a member has had the welcome credits",
  },
  {
    hash: "7ede2231b17afedac1a4b6ab457972070912ced7189a478915553b5faed33c8a",
    change:
      "favourites added, removed and refused, with their commands; whose favourite a sent command is about; " +
      "which performers a document shows, for the signals of their statuses",
  },
  {
    hash: "0770cbf37b429a30ddf789758b11ef09bf0c99b59ec5587b0d5864067e64767f",
    change: "what a tab recalls of the favourites as a client fact",
  },
  {
    hash: "1fb0e4776773cbc06b727b3f7933a39c0bdc98f81a21a501ec261d37f10c4505",
    change:
      "one rule for the ids of performers that are asked for; what logs hold is read as before",
  },
  {
    hash: "990b126a9e4305cb3961c0136665f0a5ce3984ca56f805a6984716740ce3fe98",
    change: "the fingerprint of who agreed to one, with a payment session",
  },
  {
    hash: "b9b68dc164d1d53e070f90730bfe3e712f1c57fb9aa1e00aed687d9e814c4faf",
    change: "captures of version 2: a signed footer, and the slices that each line changed",
  },
  {
    hash: "1fc0bc50d5bb9535b167efcbaca7bbe6a5e252ecf0ce5f9de133804dab27baab",
    change: "the reference that a refused answer came with, in the client fact that tells of it",
  },
  {
    hash: "ed5af68efa07f42358f8d499ddbbd3177e2317dc10f5fe4c421d2bca4efb39aa",
    change: "which of its open payments a tab waits for, in what it restores",
  },
  {
    hash: "197024284fa1d0c0de08559905d1e42b8f3d19a923169dbff5a84b9b4a72d132",
    change: "a bound on how many open payments a tab restores",
  },
  {
    hash: "cf40afc47539c0e719c93a76a1f04ddfc192969d4dc7a5a051fcebee3fff818a",
    change: "captures of version 2 say whose they are, as of when, and which of their file",
  },
  {
    hash: "f22f58c2d8b6aba7a30bc2120b50e7b30ea51675cd88f7a942bb528f2057eadd",
    change: "captures of one file name the end of the one before",
  },
  {
    hash: "44c8061e46d8bb3f7e47a822315a0a89d6e7d7a21522175eeb242b0c58ed41ef",
    change:
      "an e-mail address that waits for its verification, and the password that its change and a deletion ask for",
  },
  {
    hash: "bd886d5c73533c8bd7560a466639c5b1a133ce98f145b6e939d5d89bf8613af7",
    change: "a tab restores where the payment that it waits for is paid",
  },
  {
    hash: "de0f94d1b60bb62ba77ade42026a7cd26d26f71d1bfb8d41908aa016992cc233",
    change: "whether the link of a reset is of use",
  },
  {
    hash: "984229a2cd478bd6badbf39ed85e8cd3d18cea95b5397923ae9956fab22ad7e1",
    change:
      "live rooms: their facts and commands, what a tab says of its stream, the text of an own message in the " +
      "client fact that sends it",
  },
  {
    hash: "cc6dde550b1ef7784004e704bf0d076a1de754b8af7dbce7879624db63655a61",
    change: "whether a stream shows in a corner, as client facts",
  },
  {
    hash: "8e7a95c46ca05cd28c25ca58c1d26d4ea4abdee5824085848227f3756b9b4621",
    change: "how many seconds a toy moves for each level of a tip, as a room's setting",
  },
  {
    hash: "af43b8f09f726a5fe2bf829d804a2a2f61b762657afa287940fcc7e41710c4e1",
    change:
      "what becomes of a moving picture and how good it is, as client facts; a player's failure as a command",
  },
  {
    hash: "a49b645352fb4bee861cfe24aad8daa8eda4a7329a3c775786e10c2c39c08543",
    change:
      "a guest's free time that stands and goes on, as a fact; whether paid time is being charged, with its totals",
  },
  {
    hash: "a5efdb73a13c73b8f6089c49d72c61397f14c56bcfdd6838b22e16964eb0ebb3",
    change: "passkeys: made, removed and logged in with, and in the place of a password as proof",
  },
  {
    hash: "133e2213d003907bdde4e9dd6e17720792b487a5d17fda1d46337ee7ca6d9398",
    change: "why who enters a room has a drawn nickname there",
  },
  {
    hash: "071874d995914e438915c2777884d619ea3a82c6e7ebed951a0f5f30c402f6ac",
    change:
      "what takes the place of a line, or of a member's coming and going, once the account is deleted",
  },
  {
    hash: "2d4b51c4a8e3ec9cd756b5a6f3665a6efd5905bde88d1006c6164955cae1aedb",
    change:
      "what VIP holds from its acceptance on and what becomes of it, as facts and in the history of credits; for how " +
      "long VIP or a paid room is refused",
  },
  {
    hash: "60051305b54cea013aef5cda8ba8c1e6eccfb5ae13939de3e0728708b0a09cab",
    change: "that a document's site had to be rendered anew, as a client fact",
  },
  {
    hash: "5376c36d983e1e90f8912e8aa8ec57ec6b85ea765376c2cd012173ec9ae741a0",
    change:
      "whether a page that joins a paid room or asks for VIP can show its picture, and as a client fact when the " +
      "picture of a paid room moves before the visitor",
  },
  {
    hash: "399331284de429f91d4d530cdd03aac12eda8e12e5edaaa5d2415f752f6f1520",
    change: "whom a member wants to be told of when they are live, with its commands",
  },
  {
    hash: "03b2b51e79531886e846529cff4e81075aacec1fd1a5a5c16e33d1ec4b99de77",
    change:
      "how many credits the wallet is opened and loaded for, and the offer for who lacks them",
  },
  {
    hash: "c99c517945b36cc3e0614423f2b5518b172e61efb7b30b6b31fc94a3836e8290",
    change: "limits on what a member buys, and the pause, with their commands",
  },
  {
    hash: "ae593f0daa1cc4d53f792f9c0c534810b254feb0089cca2c1ff8d485a1f426c2",
    change:
      "paying by a phone call, and withdrawing from a purchase: facts, commands, what is typed and recalled of a call",
  },
  {
    hash: "02e8abd0ef0c68b34560e8d034d20d6afaa14301ddad09167bc2ca93a2d0e82d",
    change: "private messages: what is unread, sent, received and read, with their commands",
  },
  {
    hash: "31ccc94249cd130ae75cd57be467a1f886dde229ed6cfead84acf59798292e94",
    change: "pop-ups as client facts; the upload of a picture that a sent command is about",
  },
  {
    hash: "c83a056fd6844577e36c953227e3f73356c0537bb4b54ee1b9e8ea02ce22a1d1",
    change: "whom a member blocked, with the commands for it",
  },
  {
    hash: "581bbb72c9b322ac76f711896c011cbc5ef43dc7baad4f728b63b2dfe10bd33e",
    change: "reports of profiles, rooms and messages, with their command",
  },
  {
    hash: "7893470426a88f4cd202f8750bf9e5913d789433ac85c77f35c2f15503e6449b",
    change: "pop-ups beside blocks and reports",
  },
]
