// The one kind of error that this code throws on purpose (ER-8).

export class Fault extends Error {
  /**
   * @param {string} errorClass a class of errors.md, such as 'HEADER_AUTH'
   * @param {string} reason what is wrong, in words; never a key, a passphrase or plaintext
   * @param {string} [place] where: a byte offset, a field or a JSON Pointer
   */
  constructor(errorClass, reason, place) {
    super(place === undefined ? reason : `${reason} (${place})`);
    this.errorClass = errorClass;
    this.reason = reason;
    this.place = place;
  }
}

export const invalidParameter = (reason, place) => new Fault('INVALID_PARAMETER', reason, place);
