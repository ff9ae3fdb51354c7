// Sending: one POST, at most ten seconds. Called from the timer alone, never while the advisor is being removed.

const int REQUEST_TIMEOUT = 10000;

/** The site's reply. */
struct Reply
{
  /** HTTP status; outside 100 to 599 no answer came. */
  int status;
  /** The terminal's error where no answer came. */
  int error;
  string code;
  string message;
  /** Seconds, 0 where the server sent none. */
  long retry_after;
  string body;
};

void Post(const string address, const string token, const string &body, Reply &reply)
{
  char data[];
  char result[];
  string received = "";
  // The final zero is copied with the text and is no part of it.
  int size = StringToCharArray(body, data, 0, -1, CP_UTF8);
  while (size > 0 && data[size - 1] == 0)
    size--;
  ArrayResize(data, size);

  string headers = "Content-Type: application/json\r\nAuthorization: Bearer " + token + "\r\n";
  ResetLastError();
  reply.status = WebRequest("POST", address + "/api/ea/sync", headers, REQUEST_TIMEOUT, data, result, received);
  reply.error = GetLastError();
  reply.body = "";
  if (ArraySize(result) > 0)
    reply.body = CharArrayToString(result, 0, -1, CP_UTF8);

  reply.code = HeaderValue(received, "X-EA-Code");
  if (reply.code == "")
    reply.code = FieldText(reply.body, "code");
  reply.message = FieldText(reply.body, "message");
  string after = HeaderValue(received, "Retry-After");
  reply.retry_after = IsWhole(after) ? StringToInteger(after) : FieldWhole(reply.body, "retry_after", 0);
}

/** 200 alone is no answer of the server: hotels and proxies answer it too. */
bool IsAccepted(const Reply &reply)
{
  return reply.status == 200 && FieldText(reply.body, "ok") == "true" && IsWhole(FieldText(reply.body, "history_from"));
}
