// SPDX-License-Identifier: BSD-3-Clause
// Trains and ranks from C: cc embed.c -lfubini_c
#include <fubini.h>

#include <stdio.h>

int main(void) {
  // two queries of documents with two features; equal grades tie
  const double berlin[] = {3, 1, 1, 0}, hamburg[] = {0, 2, 2};
  const float berlin_rows[] = {.9F, .1F, .5F, .2F, .3F, .8F, .1F, .6F};
  const float hamburg_rows[] = {.2F, .9F, .7F, .3F, .8F, .5F};
  const fubini_train_options options = {.size = sizeof options, .l2 = 0.1};
  const float documents[] = {.1F, .7F, .9F, .4F};  // two new ones
  double scores[2] = {0, 0};
  fubini_dataset* data = NULL;
  fubini_ranker* ranker = NULL;

  const int failed = fubini_dataset_new(2, &data) ||
                     fubini_dataset_add_query(data, "berlin", 4, berlin, berlin_rows, 2) ||
                     fubini_dataset_add_query(data, "hamburg", 3, hamburg, hamburg_rows, 2) ||
                     fubini_train(data, "pmop_full", &options, &ranker) ||
                     fubini_ranker_score(ranker, documents, 2, 2, 2, scores);
  if (failed)
    fprintf(stderr, "%s\n", fubini_last_error());
  else
    printf("%.3f %.3f\n", scores[0], scores[1]);
  fubini_ranker_free(ranker);
  fubini_dataset_free(data);
  return failed;
}
