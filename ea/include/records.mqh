// The history's part of a request: the server's cursor, the page of records after it, the sum of all.

/** The server's last cursor. The advisor stores it in memory alone and can lose it. */
struct Cursor
{
  /** False until the first answer: then no record is sent. */
  bool known;
  /** Broker seconds; 0 requests everything, -1 nothing. */
  long from;
  long after;
  int batch;
  bool want_positions;
};

/** A record's place in the terminal's list; the order of the history is (time, ticket). */
struct RecordKey
{
  long time;
  long ticket;
  int index;
};

/** All records that the terminal shows: exactly those that would be sent. Credit is in the count, never in the net. */
struct Ledger
{
  int count;
  double net;
  long first;
  long last;
};

/** The oldest records after the cursor, in order, at most `limit`; `wanted` counts all of them. */
struct Page
{
  RecordKey keys[];
  int limit;
  int size;
  int wanted;
};

void ClearLedger(Ledger &ledger)
{
  ledger.count = 0;
  ledger.net = 0.0;
  ledger.first = 0;
  ledger.last = 0;
}

void ClearPage(Page &page, const int limit)
{
  ArrayResize(page.keys, limit);
  page.limit = limit;
  page.size = 0;
  page.wanted = 0;
}

bool IsAfter(const long time, const long ticket, const long other_time, const long other_ticket)
{
  return time > other_time || (time == other_time && ticket > other_ticket);
}

void CountRecord(Ledger &ledger, const long time, const double net)
{
  if (ledger.count == 0 || time < ledger.first)
    ledger.first = time;
  if (ledger.count == 0 || time > ledger.last)
    ledger.last = time;
  ledger.count++;
  ledger.net += net;
}

/** Takes a record into the page if it is requested. Only the page is sorted: a long history is read through once. */
void OfferRecord(Page &page, const Cursor &cursor, const long time, const long ticket, const int index)
{
  if (!cursor.known || cursor.from < 0 || !IsAfter(time, ticket, cursor.from, cursor.after))
    return;
  page.wanted++;
  int at = page.size;
  if (page.size < page.limit)
    page.size++;
  else
  {
    if (page.limit == 0 || IsAfter(time, ticket, page.keys[page.size - 1].time, page.keys[page.size - 1].ticket))
      return;
    at = page.size - 1;
  }
  while (at > 0 && IsAfter(page.keys[at - 1].time, page.keys[at - 1].ticket, time, ticket))
  {
    page.keys[at] = page.keys[at - 1];
    at--;
  }
  page.keys[at].time = time;
  page.keys[at].ticket = ticket;
  page.keys[at].index = index;
}
